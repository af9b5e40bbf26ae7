import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('expectations.json', import.meta.url));
/** What differs from these where Node's own module starts processes. */
const onNode = fileURLToPath(new URL('../backend/node-suite.json', import.meta.url));

/**
 * What is expected of a file that does not count as passed, and why.
 *
 * - `fails`: it fails with the override and passes without
 * - `not reached`: it passes, but calls none of our functions
 * - `internal`: it patches or reads Node's internal modules, so that its result says nothing about
 *   us
 *
 * @typedef {object} Expectation
 * @property {'fails' | 'not reached' | 'internal'} status
 * @property {string} reason
 * @property {'root' | 'other'} [user] only when run by root, or by another user
 */

const statuses = ['fails', 'not reached', 'internal'];
const users = ['root', 'other'];

/**
 * Reads expectations.json.
 *
 * @param {import('./test-files.mjs').TestFile[]} files all files there are
 * @param {'node'} [backend] what starts processes, where that is not the addon
 * @returns {{ entries: Map<string, Expectation>, errors: string[] }} the entries by file name; what
 *   is wrong with them
 */
export function readExpectations(files, backend) {
  const paths = backend === undefined ? [path] : [path, onNode];
  const entries = new Map(paths.flatMap((one) => Object.entries(JSON.parse(readFileSync(one, 'utf8')))));
  const names = new Set(files.map(({ name }) => name));
  const errors = [...entries].flatMap(([name, entry]) =>
    problems(name, entry, names).map((problem) => `expectations.json: ${name}: ${problem}`),
  );
  const user = process.getuid?.() === 0 ? 'root' : 'other';
  for (const [name, entry] of entries) if ((entry.user ?? user) !== user) entries.delete(name);
  return { entries, errors };
}

function problems(name, { status, reason, user, ...unknown }, names) {
  const found = [];
  if (!names.has(name)) found.push('there is no such test file');
  if (!statuses.includes(status)) found.push(`status '${status}' is none of ${statuses.join(', ')}`);
  if (typeof reason !== 'string' || reason.trim() === '') found.push('there is no reason');
  if (user !== undefined && !users.includes(user)) found.push(`user '${user}' is none of ${users.join(', ')}`);
  for (const key of Object.keys(unknown)) found.push(`unknown key '${key}'`);
  return found;
}
