/**
 * @typedef {object} Limit what a runtime cannot do
 * @property {string} what
 * @property {string} reason
 * @property {string[]} [bun] the titles of the tests that fail in Bun for it
 * @property {string[]} [deno] the same for Deno
 * @property {boolean} [sometimes] the tests may pass too
 */

/**
 * Compares the results of tests with what is known of a runtime.
 *
 * @param {Limit[]} limits
 * @param {'bun' | 'deno'} runtime
 * @param {import('./spec-lines.mjs').Result[]} results
 * @returns {{ unexpected: string[], stale: string[], expected: string[] }} titles that failed
 *   without a limit, those of limits whose tests did not fail, and titles that failed as a limit
 *   says
 */
export function judge(limits, runtime, results) {
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ title }) => title);
  const titles = limits.flatMap(({ [runtime]: tests = [] }) => tests);
  const certain = limits.filter(({ sometimes }) => !sometimes).flatMap(({ [runtime]: tests = [] }) => tests);
  const isKnown = (title) => titles.some((name) => isTest(title, name));
  return {
    unexpected: failed.filter((title) => !isKnown(title)),
    stale: certain.filter((name) => !failed.some((title) => isTest(title, name))),
    expected: failed.filter(isKnown),
  };
}

/** AVA writes behind a title why it failed. */
function isTest(title, name) {
  return title === name || title.startsWith(`${name} `);
}
