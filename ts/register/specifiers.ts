import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownFolder } from '../node-builtins/own-place';

const SCHEME = 'rt:';

/** What a specifier stands for: the same instance through two files. */
export interface Entry {
  /** The CommonJS module. */
  readonly commonjs: string;
  /** The ES module that passes the CommonJS one on. */
  readonly module: string;
}

const ENTRIES = new Map(
  ['child_process', 'querystring'].map((name): [string, Entry] => {
    const folder = join(ownFolder, '..', name);
    return [
      SCHEME + name,
      { commonjs: join(folder, 'index.js'), module: pathToFileURL(join(folder, 'index.mjs')).href },
    ];
  }),
);

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
  const entry = ENTRIES.get(specifier);
  if (!entry) throw unknownModule(specifier);
  return entry;
}

function unknownModule(specifier: string): Error {
  const known = [...ENTRIES.keys()].join(', ');
  const error = new Error(`No such built-in module: ${specifier}. There are ${known}`);
  return Object.assign(error, { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
}
