import assert from 'node:assert/strict';

/** `spawnSync` of a program that does nothing: the cost of one run, in parents of several sizes. */
export const synchronousRows = [0, 1, 2].map(row);

/**
 * @param {number} gibibytes
 * @returns {[string, import('./index.mjs').Row]}
 */
function row(gibibytes) {
  return [
    `spawn-sync${gibibytes > 0 ? `-${gibibytes}-gib` : ''}`,
    {
      title: `spawnSync, ${gibibytes > 0 ? `parent of ${gibibytes} GiB` : 'small parent'}`,
      repetitions: gibibytes > 0 ? 40 : 200,
      warmUp: 10,
      heldGibibytes: gibibytes,
      measure: ({ spawnSync }) => {
        const start = performance.now();
        const { status, error } = spawnSync('true');
        const run = performance.now() - start;
        assert.equal(error, undefined);
        assert.equal(status, 0);
        return { run };
      },
    },
  ];
}
