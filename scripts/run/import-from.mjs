import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports a package as a module in a folder would find it by `require`.
 *
 * @param {string} folder
 * @param {string} specifier
 * @returns {Promise<Record<string, unknown>>}
 */
export function importFrom(folder, specifier) {
  const { resolve } = createRequire(join(folder, 'package.json'));
  return import(pathToFileURL(resolve(specifier)).href);
}
