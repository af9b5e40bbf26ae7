import assert from 'node:assert/strict';

const RUNS = 250;
const AT_ONCE = 64;

/**
 * Small commands whose output is collected.
 *
 * @type {[string, import('./index.mjs').Row][]}
 */
export const collectedRows = [
  [
    'exec',
    {
      title: "exec('echo hi')",
      repetitions: 200,
      warmUp: 5,
      hasLeastCost: true,
      bars: { 'call to callback': 1.8 },
      measure: async ({ exec }) => {
        const start = performance.now();
        const output = await run((callback) => exec('echo hi', callback));
        const callback = performance.now() - start;
        assert.equal(output, 'hi\n');
        return { 'call to callback': callback };
      },
    },
  ],
  [
    'exec-file',
    {
      title: `execFile, ${RUNS} runs, ${AT_ONCE} at a time`,
      repetitions: 10,
      bars: { 'all runs': 2.5 },
      work: { amount: RUNS, unit: 'per second' },
      measure: async ({ execFile }) => {
        let left = RUNS;
        const start = performance.now();
        const oneAfterAnother = async () => {
          while (left > 0) {
            left -= 1;
            assert.equal(await run((callback) => execFile('/bin/true', callback)), '');
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, oneAfterAnother));
        return { 'all runs': performance.now() - start };
      },
    },
  ],
];

/** The standard output of what `start` starts. */
function run(start) {
  return new Promise((resolve, reject) => {
    start((error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
