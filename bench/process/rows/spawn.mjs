/** One process at a time, as it is started by a small parent and by ones that hold memory. */
export const spawnRows = [
  ...[0, 1, 2].map((gibibytes) => row('ignore', gibibytes)),
  ...[0, 1, 2].map((gibibytes) => row('pipe', gibibytes)),
];

/**
 * @param {'ignore' | 'pipe'} stdio
 * @param {number} gibibytes
 * @returns {[string, import('./index.mjs').Row]}
 */
function row(stdio, gibibytes) {
  const name = `spawn-${stdio}${gibibytes > 0 ? `-${gibibytes}-gib` : ''}`;
  const parent = gibibytes > 0 ? `parent of ${gibibytes} GiB` : 'small parent';
  return [
    name,
    {
      title: `spawn, stdio '${stdio}', ${parent}`,
      repetitions: gibibytes > 0 ? 40 : 200,
      warmUp: 10,
      heldGibibytes: gibibytes,
      measure: ({ spawn }) => startAndWait(spawn, stdio),
    },
  ];
}

/** The time that the call blocks, and the times from the call to the events. */
function startAndWait(spawn, stdio) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn('true', { stdio });
    const call = performance.now() - start;
    let exit;
    child.once('error', reject);
    child.once('exit', () => {
      exit = performance.now() - start;
    });
    child.once('close', (code) => {
      const close = performance.now() - start;
      if (code !== 0) reject(new Error(`true exited with ${code}`));
      else resolve({ 'call blocks': call, "call to 'exit'": exit, "call to 'close'": close });
    });
  });
}
