/**
 * What counts of a report in the JSON of Jest, which Vitest writes too.
 *
 * @param {import('./catalogue.mjs').End} end
 */
export function readJestReport({ stdout, status }) {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(stdout);
  return {
    status,
    passed: numPassedTests,
    failed: numFailedTests,
    pending: numPendingTests,
    files: Object.fromEntries(testResults.map((file) => [file.name.split('/').at(-1), file.status])),
  };
}
