import { printFailure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { noCounts } from './counts.mjs';

/** @typedef {[title: string, check: () => unknown]} Check */

/**
 * Makes checks in their order, whatever each comes to, and says what each came to.
 *
 * @param {Iterable<Check> | AsyncIterable<Check>} checks one that cannot be made here returns `{ missing: reason }`
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runChecks(checks) {
  const counts = noCounts();
  for await (const [title, check] of checks) {
    try {
      const missing = (await check())?.missing;
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
