import { isDeepStrictEqual } from 'node:util';

/**
 * What was noted, without what `docs/deviations.md` says is different: after a `disconnect()` of
 * the parent, and after an exception of a listener of `'exit'` or of the `'error'` of a failed
 * spawn, `'close'` comes with ours only; in the second case, streams that nobody reads do not end
 * with Node's either.
 *
 * @param {Record<string, unknown[][]>} lanes
 * @param {{ steps: object[] }} program
 */
function normalized(lanes, program, deviations) {
  const result = { ...lanes };
  for (const [id, reasons] of deviations) {
    const lane = `child ${id}`;
    const { listeners } = program.steps.find((step) => step.do === 'start' && step.id === id);
    if (reasons.has('thrown at close')) {
      for (const name of ['stdin', 'stdout', 'stderr'].map((stream) => `${lane}, ${stream}`)) {
        if (result[name]) result[name] = result[name].filter(([event]) => event !== 'close');
      }
      if (reasons.size === 1) continue;
    }
    const withClose = listeners.flatMap(({ event }, index) => (/close|^std/.test(event) ? [`listener ${index}`] : []));
    // What a listener of 'close' does may be an 'error' of the child.
    const late = withClose.length > 0 ? ['close', 'error'] : ['close'];
    result[lane] = result[lane]?.filter(([event]) => !late.includes(event));
    const dropped = ['end', 'callback', 'deviations', ...withClose];
    if (reasons.has('thrown at the end')) dropped.push('stdin', 'stdout', 'stderr');
    for (const name of Object.keys(result)) {
      if (dropped.some((part) => name === `${lane}, ${part}` || name.startsWith(`${lane}, ${part},`)))
        delete result[name];
    }
  }
  return result;
}

/** The lanes that neither of the runs found to be a matter of luck. */
function without(lanes, prefixes) {
  return Object.fromEntries(Object.entries(lanes).filter(([name]) => !prefixes.some((one) => name.startsWith(one))));
}

/** What is known to be different in a pair of runs: the reasons by the ids of children. */
function deviationsOf(...runs) {
  const deviations = new Map();
  for (const [name, entries] of runs.flatMap(Object.entries)) {
    const id = Number(/^child (\d+), deviations$/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(id)) continue;
    const reasons = deviations.get(id) ?? new Set();
    for (const [reason] of entries) reasons.add(reason);
    deviations.set(id, reasons);
  }
  return deviations;
}

/**
 * What a host says that could not run a program to its end. It is never right, even when both say
 * so.
 */
const BROKEN = 'the process';

/**
 * The lanes in which two runs of a program differ.
 *
 * @returns {{ lane: string, node: unknown, ours: unknown }[]}
 */
export function differences(program, byNode, byOurs) {
  const deviations = deviationsOf(byNode, byOurs);
  const dropped = [byNode, byOurs]
    .flatMap((lanes) => (lanes.dropped ?? []).map(([prefix]) => prefix))
    .concat('dropped');
  const [node, ours] = [byNode, byOurs].map((lanes) => normalized(without(lanes, dropped), program, deviations));
  const names = new Set([...Object.keys(node), ...Object.keys(ours)]);
  return [...names]
    .filter((lane) => lane === BROKEN || !isDeepStrictEqual(node[lane], ours[lane]))
    .filter((lane) => !isTidier(lane, node[lane], ours[lane]))
    .map((lane) => ({ lane, node: node[lane], ours: ours[lane] }));
}

/** How a process ends that has crashed: once is enough. */
const CRASHES = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP'];

/**
 * Whether a difference is that the process with our module has crashed.
 *
 * @param {{ lane: string, ours: unknown }} difference
 */
export function isCrash({ lane, ours }) {
  return lane === BROKEN && (ours ?? []).some(([, end]) => CRASHES.includes(end));
}

/** Whether the only difference is that Node leaves a listener on the AbortSignal. */
function isTidier(lane, [...node] = [], [...ours] = []) {
  if (!lane.endsWith(', end') || node.length !== 1 || ours.length !== 1) return false;
  const [[nodeLook, { listeners: nodeListeners }], [ourLook, { listeners: ourListeners }]] = [node[0], ours[0]];
  return isDeepStrictEqual(nodeLook, ourLook) && ourListeners < nodeListeners;
}
