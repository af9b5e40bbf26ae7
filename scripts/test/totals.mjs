import { outcome } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { describe, sum } from './counts.mjs';

/**
 * Runs the runners one after the other, whether they pass or fail, and prints the total in the
 * closing line.
 *
 * @param {Record<string, () => Promise<import('./counts.mjs').Counts>>} runners by name
 * @returns the exit status
 */
export async function runAll(runners) {
  const results = [];
  for (const [name, run] of Object.entries(runners)) {
    report(name, 'started');
    const start = performance.now();
    const counts = await outcome(run);
    report(name, `${describe(counts)} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    results.push(counts);
  }
  return conclude(sum(results));
}

/**
 * Prints the closing line of a run. One that had nothing to run has failed: what was named selects
 * nothing.
 *
 * @param {import('./counts.mjs').Counts} total
 * @returns the exit status
 */
export function conclude(total) {
  const isEmpty = total.passed + total.failed + total.skipped === 0;
  if (isEmpty) report('total', 'there was nothing to run');
  console.log(describe(total));
  return total.failed > 0 || isEmpty ? 1 : 0;
}
