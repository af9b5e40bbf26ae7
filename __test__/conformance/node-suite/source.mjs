import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../../../scripts/run/failure.mjs';
import { debianMajor, debianSource } from './debian-source.mjs';

/**
 * A source tree of Node, of which only `test/` is used.
 *
 * @typedef {object} NodeSource
 * @property {string} root the folder that holds `test/`
 * @property {number | undefined} major the version of Node that the tests belong to, where that is
 *   known
 */

/**
 * Finds the tests: in the folder that the variable NODE_SOURCE names, or else in Debian's source
 * package.
 *
 * @param {string} step
 * @returns {Promise<NodeSource>}
 * @throws {import('../../../scripts/run/failure.mjs').Failure} when NODE_SOURCE is no source tree,
 *   or the package cannot be fetched
 */
export async function nodeSource(step) {
  const named = process.env.NODE_SOURCE;
  if (!named) return { root: await debianSource(step), major: debianMajor };
  const folder = resolve(named);
  if (existsSync(join(folder, 'test/common/index.js'))) return { root: folder, major: majorOf(folder) };
  throw new Failure(`NODE_SOURCE=${named} holds no test/common/index.js`, {
    remedy: 'name the root of a source tree of Node, or unset NODE_SOURCE to fetch the source package of Debian',
  });
}

function majorOf(folder) {
  const header = join(folder, 'src/node_version.h');
  if (!existsSync(header)) return undefined;
  const found = /^#define NODE_MAJOR_VERSION (\d+)$/m.exec(readFileSync(header, 'utf8'));
  return found ? Number(found[1]) : undefined;
}
