import { printFailure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { noCounts } from './counts.mjs';

/** @typedef {[title: string, check: () => unknown]} Check */

/**
 * Makes all checks in their order and prints the result of each.
 *
 * @param {Iterable<Check> | AsyncIterable<Check>} checks one that cannot be made here returns
 *   `{ missing: reason }`
 * @param {(reason: string) => void} [onMissing] called with the reason of each that cannot be made
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runChecks(checks, onMissing) {
  const counts = noCounts();
  for await (const [title, check] of checks) {
    try {
      const missing = (await check())?.missing;
      if (missing) onMissing?.(missing);
      counts[missing ? 'skipped' : 'passed']++;
      report(missing ? 'skipped' : 'passed', missing ? `${title}: ${missing}` : title);
    } catch (error) {
      counts.failed++;
      report('FAILED', title);
      printFailure(error);
    }
  }
  return counts;
}
