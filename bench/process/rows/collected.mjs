import assert from 'node:assert/strict';

const RUNS = 256;
const AT_ONCE = 64;
const EXPECTED = 'done\n';

/** Many small commands whose output is collected, some running at any moment. */
export const collectedRows = [
  row('exec', ({ exec }, callback) => exec('echo done', callback)),
  row('execFile', ({ execFile }, callback) => execFile('echo', ['done'], callback)),
];

/**
 * @param {string} functionName
 * @param {(childProcess: typeof import('node:child_process'), callback: (error: Error | null, stdout: string) => void) => void} start
 * @returns {[string, import('./index.mjs').Row]}
 */
function row(functionName, start) {
  return [
    functionName === 'exec' ? 'exec' : 'exec-file',
    {
      title: `${functionName}, ${RUNS} runs, ${AT_ONCE} at a time`,
      repetitions: 8,
      work: { amount: RUNS, unit: 'per second' },
      measure: async (childProcess) => {
        let left = RUNS;
        const startTime = performance.now();
        const oneAfterAnother = async () => {
          while (left > 0) {
            left -= 1;
            const output = await new Promise((resolve, reject) => {
              start(childProcess, (error, stdout) => (error ? reject(error) : resolve(stdout)));
            });
            assert.equal(output, EXPECTED);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, oneAfterAnother));
        return { 'all runs': performance.now() - startTime };
      },
    },
  ];
}
