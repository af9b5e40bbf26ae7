/**
 * `failures`, if any, are the lines of the output that say what failed; `late` those that say what
 * has passed in its second attempt only.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], late?: string[] }} Counts
 */

/** @returns {Counts} */
export function noCounts() {
  return { passed: 0, failed: 0, skipped: 0 };
}

/** @param {Counts[]} parts */
export function sum(parts) {
  const total = noCounts();
  for (const part of parts) for (const key of Object.keys(total)) total[key] += part[key];
  return total;
}

/**
 * The closing line of every run: `12 passed, 0 failed` and, when there is something to say,
 * `, 3 skipped`.
 *
 * @param {Counts} counts
 */
export function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Reads the last closing line in a text.
 *
 * @param {string} text
 * @returns {Counts | undefined}
 */
export function findCounts(text) {
  const last = [...text.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  return last && { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) };
}

/**
 * A runner that ends badly has failed, whatever it counted; so has one that ran nothing.
 *
 * @param {Counts} counts
 * @param {number} status
 * @param {(text: string) => void} print
 */
export function settle(counts, status, print) {
  if (status !== 0 && counts.failed === 0) {
    print(`ended with status ${status} without naming a failed test: counted as one failure`);
    counts.failed = 1;
  }
  if (counts.passed + counts.failed === 0) {
    print('ran no test: counted as one failure');
    counts.failed = 1;
  }
  return counts;
}
