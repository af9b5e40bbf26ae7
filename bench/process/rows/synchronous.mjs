import assert from 'node:assert/strict';

/**
 * `spawnSync` of a program that does nothing: the cost of one run, in a small parent and in ones
 * that hold much.
 */
export const synchronousRows = [
  row('spawn-sync', 'small parent', { bars: { run: 2.3 } }),
  row('spawn-sync-memory', '2 GiB held', { gibibytes: 2, bars: { run: 60 } }),
  row('spawn-sync-descriptors', 'up to 100,000 open files', { descriptors: 100_000 }),
];

/**
 * @param {string} name
 * @param {string} parent
 * @param {Partial<import('./index.mjs').Row>} rest
 * @returns {[string, import('./index.mjs').Row]}
 */
function row(name, parent, rest) {
  const isSmall = !(rest.gibibytes || rest.descriptors);
  return [
    name,
    {
      title: `spawnSync, ${parent}`,
      repetitions: isSmall ? 300 : 60,
      warmUp: 10,
      hasLeastCost: isSmall,
      measure: ({ spawnSync }) => {
        const start = performance.now();
        const { status, error } = spawnSync('/bin/true');
        const run = performance.now() - start;
        assert.equal(error ?? null, null);
        assert.equal(status, 0);
        return { run };
      },
      ...rest,
    },
  ];
}
