/** How many lines of one output are kept. */
const MOST_LINES = 150;

/** How AVA, cargo-nextest and the runners of this project mark what failed. */
const MARK = /✘|\bFAIL(ED)?\b|panicked at|^failed: /;

/**
 * The lines of an output that say what failed: those with a mark, and the details that AVA prints
 * after all tests, which begin with a line of one dash.
 *
 * @param {string} output
 */
export function failuresIn(output) {
  const lines = [];
  let isDetail = false;
  for (const line of output.split('\n')) {
    if (line.trim() === '─') isDetail = true;
    if (isDetail || MARK.test(line)) lines.push(line);
    if (/^\s*\d+ tests? (passed|failed)/.test(line)) isDetail = false;
  }
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} lines more`];
}
