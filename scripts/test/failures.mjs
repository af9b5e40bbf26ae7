/** How many lines of one output are kept. */
const MOST_LINES = 150;

/** How AVA, cargo-nextest and the steps of this project mark what failed. */
const MARK = /✘|\bFAIL(ED)?\b|panicked at|^failed: /;

/** How a run with expectations names what they do not expect. */
const UNEXPECTED = /^\[ *\d+ s\] (.*: )?failed: /;

/** How a run names what has passed in its second attempt only. */
const LATE = /^in the second attempt: /;

/** How many lines are kept of the end of an output in which nothing says what failed. */
const LAST_LINES = 40;

/**
 * The lines of an output that say what failed: first those that name what was not expected, then
 * those with a mark, and the details that AVA prints after all tests, which begin with a line of
 * one dash. Where no line says what failed, the last lines of the output.
 *
 * @param {string} output
 */
export function failuresIn(output) {
  const all = output.split('\n');
  const lines = all.filter((line) => UNEXPECTED.test(line));
  let isDetail = false;
  for (const line of all) {
    if (line.trim() === '─') isDetail = true;
    if (isDetail || MARK.test(line)) lines.push(line);
    if (/^\s*\d+ tests? (passed|failed)/.test(line)) isDetail = false;
  }
  if (lines.length === 0) return all.slice(-LAST_LINES);
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} lines more`];
}

/**
 * The lines of an output that say what has passed in its second attempt only.
 *
 * @param {string} output
 */
export function lateIn(output) {
  return output.split('\n').filter((line) => LATE.test(line));
}
