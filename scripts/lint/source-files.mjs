import { readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../run/project.mjs';

const generated = /(^|\/)(node_modules|target|dist|\.build)(\/|$)|^ts\/binding\/addon\.d\.ts$/;

/**
 * The files below a folder that are written by hand; for a file, itself.
 *
 * @param {string} folder from the root of the clone
 * @param {RegExp} pattern of the names wanted
 * @returns {string[]} paths from the root of the clone
 */
export function filesUnder(folder, pattern) {
  if (!statSync(join(root, folder)).isDirectory()) return [folder];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .map((entry) => ({ entry, path: posix.join(folder, entry.name) }))
    .filter(({ path }) => !generated.test(path))
    .flatMap(({ entry, path }) => {
      if (entry.isDirectory()) return filesUnder(path, pattern);
      return pattern.test(path) ? [path] : [];
    });
}
