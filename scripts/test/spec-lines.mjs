// On Windows AVA writes other marks.
const passed = /^ {2}[✔√] (.*?)(?: \(\d[\d.ms ]*\))?$/;
const failed = /^ {2}[✘×] (?:\[(?:fail|unexpected|expected fail)\]: )?(.*)$/;
// After a limit of time, below "Timed out while running tests".
const pending = /^ {2}(?:◌|\( \)) (.*)$/;
const skipped = /^ {2}- \[(?:skip|todo)\] (.*)$/;
const belongsToTest = /^ {4}/;

/**
 * @typedef {object} Result the result of one test
 * @property {'passed' | 'failed' | 'skipped'} outcome
 * @property {string} title the folders, the spec's name and the test's, with ` › ` between them;
 *   behind that of a failed one may stand why
 */

/**
 * Reads the lines of AVA's default reporter.
 *
 * @param {(result: Result) => void} onResult
 * @param {(line: string, result: Result | undefined) => void} onOther is shown every other line,
 *   and those of results that are not passed
 * @returns {(line: string) => void}
 */
export function readSpecLines(onResult, onOther) {
  let afterPassed = false;
  return (line) => {
    // What a test logs follows its line.
    if (afterPassed && belongsToTest.test(line)) return;
    const result = resultOf(line);
    afterPassed = result?.outcome === 'passed';
    if (result) onResult(result);
    if (!afterPassed) onOther(line, result);
  };
}

function resultOf(line) {
  for (const [outcome, pattern] of Object.entries({ passed, failed, skipped })) {
    const title = pattern.exec(line)?.[1];
    if (title !== undefined) return { outcome, title };
  }
  const unended = pending.exec(line)?.[1];
  return unended === undefined ? undefined : { outcome: 'failed', title: `${unended} did not end in time` };
}
