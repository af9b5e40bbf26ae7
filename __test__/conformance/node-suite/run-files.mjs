import { report } from '../../../scripts/run/progress.mjs';
import { runFile } from './run-file.mjs';

const beside = 2;
const signOfLife = 15_000;
let serial = 0;

/**
 * Runs the files, two at a time; then those beside which nothing may run, one at a time.
 *
 * @param {string} step
 * @param {import('./test-files.mjs').TestFile[]} files
 * @param {import('./variants.mjs').Variant} variant
 * @returns {Promise<Map<string, import('./run-file.mjs').Outcome>>} by the files' names
 */
export async function runFiles(step, files, variant) {
  const outcomes = new Map();
  // As tools/test.py does: what one file creates is as if it had started under the usual mask.
  process.umask(0o022);
  const timer = setInterval(
    () => report(step, `${variant.name}: ${outcomes.size} of ${files.length} files`),
    signOfLife,
  );
  const work = async (thread, queue) => {
    for (let file = queue.shift(); file; file = queue.shift())
      outcomes.set(file.name, await runFile(file, variant, { thread, serial: serial++ }));
  };
  try {
    const together = files.filter(({ alone }) => !alone);
    await Promise.all(Array.from({ length: beside }, (_, thread) => work(thread, together)));
    await work(
      0,
      files.filter(({ alone }) => alone),
    );
  } finally {
    clearInterval(timer);
  }
  report(step, `${variant.name}: all ${files.length} files`);
  return outcomes;
}
