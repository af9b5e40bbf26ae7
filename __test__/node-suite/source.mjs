import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../../scripts/run/failure.mjs';
import { debianSource } from './debian-source.mjs';

/**
 * The root of a source tree of Node, of which only `test/` is used: the folder that the variable NODE_SOURCE names, or Debian's package.
 *
 * @param {string} step
 * @returns {Promise<string>} the folder that holds `test/`
 */
export async function nodeSource(step) {
  const named = process.env.NODE_SOURCE;
  if (!named) return debianSource(step);
  const folder = resolve(named);
  if (existsSync(join(folder, 'test/common/index.js'))) return folder;
  throw new Failure(`NODE_SOURCE=${named} holds no test/common/index.js`, {
    remedy: 'name the root of a source tree of Node, or unset NODE_SOURCE to fetch the source package of Debian',
  });
}
