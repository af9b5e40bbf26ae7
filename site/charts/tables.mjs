import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/run/project.mjs';

/**
 * A table of a generated page of `docs/`, which holds the recorded results.
 *
 * @param {string} file from the root of the clone
 * @param {number} [number] which of its tables, from 0
 * @returns {Record<string, string>[]} the lines: cells by their headings; that of the first column
 *   is `''`
 */
export function tableOf(file, number = 0) {
  const tables = readFileSync(join(root, file), 'utf8').match(/^\|.*\n\|[-:| ]+\|\n(?:\|.*\n)+/gm) ?? [];
  if (tables[number] === undefined) throw new Error(`${file} has no table ${number}`);
  const [heading, , ...lines] = tables[number].trim().split('\n').map(cellsOf);
  return lines.map((cells) => Object.fromEntries(heading.map((name, column) => [name, cells[column]])));
}

function cellsOf(line) {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** The number that a cell begins with: 1234.5 of `1,234.5 µs`; `undefined` without one. */
export function numberOf(cell) {
  const found = /^[\d,.]+/.exec(cell ?? '');
  return found ? Number(found[0].replaceAll(',', '')) : undefined;
}
