import { anyStatus } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { report } from '../run/progress.mjs';
import { findCounts, noCounts, settle } from './counts.mjs';
import { failuresIn, lateIn } from './failures.mjs';

/**
 * Starts a runner that ends with a closing line: its output is shown as it comes, and its closing
 * line is its count.
 *
 * @param {string} step
 * @param {(options: object) => Promise<{ status: number }>} starting starts it with options for
 *   `run`
 * @returns {Promise<{ counts: import('./counts.mjs').Counts, status: number }>}
 */
export async function start(step, starting) {
  let output = '';
  const onLine = (line) => {
    output += `${line}\n`;
    console.log(line);
  };
  const { status } = await starting({ env: toolEnvironment(), onLine, accept: anyStatus });
  const counts = findCounts(output) ?? noCounts();
  settle(counts, status, (text) => report(step, text));
  counts.late = lateIn(output);
  if (counts.failed > 0) counts.failures = failuresIn(output);
  return { counts, status };
}

/** What {@link start} counts. */
export async function counting(step, starting) {
  return (await start(step, starting)).counts;
}
