const CALL = 'call blocks';
const EXIT = "call to 'exit'";
const CLOSE = "call to 'close'";

/** One process at a time, as it is started by a small parent, and by ones that hold much. */
export const spawnRows = [
  row('spawn-ignore', 'ignore', 'small parent', { bars: { [CALL]: 8, [EXIT]: 2.5 } }),
  row('spawn-ignore-memory', 'ignore', '2 GiB held', { gibibytes: 2, bars: { [CALL]: 300, [EXIT]: 90 } }),
  row('spawn-ignore-descriptors', 'ignore', 'up to 100,000 open files', { descriptors: 100_000 }),
  row('spawn-ignore-children', 'ignore', '5,000 living children', { children: 5000, isHeavy: true }),
  row('spawn-pipe', 'pipe', 'small parent', { bars: { [CLOSE]: 1.8 } }),
  row('spawn-pipe-memory', 'pipe', '2 GiB held', { gibibytes: 2 }),
  row('spawn-pipe-descriptors', 'pipe', 'up to 100,000 open files', { descriptors: 100_000 }),
];

/**
 * @param {string} name
 * @param {'ignore' | 'pipe'} stdio
 * @param {string} parent
 * @param {Partial<import('./index.mjs').Row>} rest
 * @returns {[string, import('./index.mjs').Row]}
 */
function row(name, stdio, parent, rest) {
  const isSmall = !(rest.gibibytes || rest.descriptors || rest.children);
  return [
    name,
    {
      title: `spawn, stdio '${stdio}', ${parent}`,
      repetitions: isSmall ? 300 : 60,
      warmUp: 10,
      hasLeastCost: isSmall,
      measure: ({ spawn }) => startAndWait(spawn, stdio),
      ...rest,
    },
  ];
}

/** The time that the call blocks, and the times from the call to the events. */
function startAndWait(spawn, stdio) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn('/bin/true', { stdio });
    const call = performance.now() - start;
    let exit;
    child.once('error', reject);
    child.once('exit', () => {
      exit = performance.now() - start;
    });
    child.once('close', (code) => {
      const close = performance.now() - start;
      if (code !== 0) reject(new Error(`/bin/true exited with ${code}`));
      else resolve({ [CALL]: call, [EXIT]: exit, [CLOSE]: close });
    });
  });
}
