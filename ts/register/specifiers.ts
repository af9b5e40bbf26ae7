import type * as nodePath from 'node:path';
import type * as nodeUrl from 'node:url';

const SCHEME = 'rt:';
const NAMES = ['child_process', 'querystring'];

/** What a specifier stands for: the same instance through two files. */
interface Entry {
  /** The CommonJS module. */
  readonly commonjs: string;
  /** The ES module that passes the CommonJS one on. */
  readonly module: string;
}

/** Whether a specifier is one of this scheme, known or not. */
export function hasScheme(specifier: string): boolean {
  return specifier.startsWith(SCHEME);
}

/**
 * What a specifier of this scheme stands for.
 *
 * @throws `ERR_UNKNOWN_BUILTIN_MODULE` for an unknown one, as Node does for `node:` specifiers
 */
export function entryOf(specifier: string): Entry {
  // At the first use and not at the start, which each process pays for.
  const { join } = require('node:path') as typeof nodePath;
  const { pathToFileURL } = require('node:url') as typeof nodeUrl;
  const name = specifier.slice(SCHEME.length);
  if (!NAMES.includes(name)) throw unknownModule(specifier);
  const folder = join(__dirname, '..', name);
  return { commonjs: join(folder, 'index.js'), module: pathToFileURL(join(folder, 'index.mjs')).href };
}

function unknownModule(specifier: string): Error {
  const known = NAMES.map((name) => SCHEME + name).join(', ');
  const error = new Error(`No such built-in module: ${specifier}. There are ${known}`);
  return Object.assign(error, { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
}
