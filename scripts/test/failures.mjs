/** How many lines of one output are kept. */
const MOST_LINES = 150;

/** How AVA, cargo-nextest and the steps of this project mark what failed. */
const MARK = /✘|\bFAIL(ED)?\b|panicked at|^failed: /;

/** How a run with expectations names what they do not expect. */
const UNEXPECTED = /^\[ *\d+ s\] (.*: )?failed: /;

/** So many names are repeated, and of each so many characters. */
const MOST_NAMES = 20;
const LONGEST_NAME = 200;

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
 * The names among the lines of {@link failuresIn}, a line each, without the details: they fit into
 * the last lines of a log, which are often all that is kept of it.
 *
 * @param {string[]} failures
 */
export function namesIn(failures) {
  const names = failures.filter((line) => MARK.test(line) || UNEXPECTED.test(line));
  return names.slice(0, MOST_NAMES).map((name) => name.trim().slice(0, LONGEST_NAME));
}

/**
 * The lines of an output that say what has passed in its second attempt only.
 *
 * @param {string} output
 */
export function lateIn(output) {
  return output.split('\n').filter((line) => LATE.test(line));
}
