// The results that `docs/compatibility.md` shows. Each command that proves something writes its own file in `docs/compatibility/`; the page is made of all of them.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { arch, release, version } from 'node:os';
import { resolve } from 'node:path';
import { root } from '../run/project.mjs';

/**
 * @typedef {object} Results what one command found out
 * @property {string} command how to find it out again: `npm run test:programs`
 * @property {readonly string[]} heading the table's columns
 * @property {number} textColumns how many columns, from the left, are text; the others are numbers
 * @property {readonly (readonly string[])[]} lines
 * @property {readonly string[]} [remarks] paragraphs of Markdown below the table: reasons, what was left out
 * @property {string} [taken] the day and the machine; added by {@link record}
 */

const folder = resolve(root, 'docs/compatibility');

/**
 * Writes one command's results for the page.
 *
 * @param {string} name of the section, one of those in `page.mjs`
 * @param {Results} results
 */
export async function record(name, results) {
  await mkdir(folder, { recursive: true });
  const taken = `${new Date().toISOString().slice(0, 10)}, Linux ${release()} (${version()}), ${arch()}`;
  await writeFile(resolve(folder, `${name}.json`), `${JSON.stringify({ ...results, taken }, null, 2)}\n`);
}

/**
 * Reads what {@link record} wrote.
 *
 * @param {string} name
 * @returns {Promise<Results | undefined>} `undefined` when the command has not recorded anything yet
 */
export async function recorded(name) {
  try {
    return JSON.parse(await readFile(resolve(folder, `${name}.json`), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
