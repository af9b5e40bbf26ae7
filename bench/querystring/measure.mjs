/**
 * Turns per row. The contestants take turns, so that a busy moment of the machine meets all of
 * them.
 */
const TURNS = 31;
const TURN_NANOSECONDS = 3e6;
const WARM_UP_CALLS = 300;

// A result that is a rope costs whoever reads it: reading it as a number flattens it before the
// clock stops.
const flatten = (result) => (typeof result === 'string' ? Number(result) : 0);

function nanosecondsPerCall({ call, values, rest }, calls) {
  const start = process.hrtime.bigint();
  for (let count = 0; count < calls; count++) flatten(call(values[count % values.length], ...rest));
  return Number(process.hrtime.bigint() - start) / calls;
}

function middle(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

/**
 * Times calls against each other.
 *
 * @param {Record<string, { call: Function, values: unknown[], rest: unknown[] }>} calls by
 * contestant
 * @returns {{ times: Record<string, number>, fastest: Record<string, number> }} nanoseconds per
 * call by contestant: the median and the least of all turns
 */
export function measure(calls) {
  const turns = Object.entries(calls).map(([name, work]) => {
    const perCall = nanosecondsPerCall(work, 1);
    nanosecondsPerCall(work, Math.max(1, Math.min(WARM_UP_CALLS, Math.round(TURN_NANOSECONDS / perCall))));
    const warm = nanosecondsPerCall(work, Math.max(1, Math.min(WARM_UP_CALLS, Math.round(TURN_NANOSECONDS / perCall))));
    return { name, work, count: Math.max(1, Math.round(TURN_NANOSECONDS / warm)), all: [] };
  });
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { work, count, all } of turns) all.push(nanosecondsPerCall(work, count));
  }
  const by = (pick) => Object.fromEntries(turns.map(({ name, all }) => [name, pick(all)]));
  return { times: by(middle), fastest: by((all) => Math.min(...all)) };
}
