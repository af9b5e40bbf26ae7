/**
 * A table in Markdown, its columns padded so that it can be read as text.
 *
 * @param {readonly string[]} heading
 * @param {readonly (readonly string[])[]} lines cells as text, as many as the heading has
 * @param {number} [textColumns] how many columns, from the left, are text; the others are numbers,
 *   which stand at the right
 * @returns {string}
 */
export function markdownTable(heading, lines, textColumns = 1) {
  const widths = heading.map((_, column) => Math.max(...[heading, ...lines].map((line) => line[column].length), 3));
  const isText = (column) => column < textColumns;
  const format = (line) =>
    `| ${line.map((cell, column) => (isText(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (isText(column) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [format(heading), rule, ...lines.map(format)].join('\n');
}
