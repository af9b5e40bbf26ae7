import type Module = require('node:module');

import type { fileFunctions } from '../node-builtins/file-functions';
import { readInto } from './read-into';

/**
 * Whether Node has a policy, for which its own loader checks each file. To be asked at the start.
 */
export function hasPolicy({ execArgv, env }: Pick<NodeJS.Process, 'execArgv' | 'env'>): boolean {
  return `${execArgv} ${env.NODE_OPTIONS}`.includes('-policy');
}

/**
 * Loads a file of this package by {@link loadFile}, or else by Node's loader.
 *
 * @param file - its path
 * @param files - as for {@link loadFile}; nothing where Node's loader is to load it
 * @param byNode - what Node's loader does: bundlers read calls of `require` itself
 * @returns its exports
 */
export function loadOwnFile<T>(file: string, files: ReturnType<typeof fileFunctions> | undefined, byNode: () => T): T {
  try {
    if (files !== undefined) return loadFile(file, files) as T;
  } catch {
    // The program may have replaced a function of buffers.
  }
  return byNode();
}

/**
 * Loads a file of this package as `require` does, by functions of `node:fs` that were kept: Node's
 * loader calls those that a program has put in their place, and shows the file to the program's
 * hooks (`require.extensions`).
 *
 * This is part of the small file that each process with the override loads.
 *
 * @param file - its path
 * @param files - functions of `node:fs`, as they were
 * @returns its exports
 */
export function loadFile(file: string, files: ReturnType<typeof fileFunctions>): unknown {
  const known = require.cache[file];
  if (known !== undefined) return known.exports;
  const bytes = Buffer.alloc(files.statSync(file).size);
  readInto(files, bytes, 0, file);
  const own = new (module.constructor as typeof Module)(file, module);
  own.filename = file;
  own.paths = module.paths;
  require.cache[file] = own;
  try {
    (own as unknown as { _compile(text: string, file: string): void })._compile(bytes.toString('latin1'), file);
  } catch (error) {
    delete require.cache[file];
    throw error;
  }
  own.loaded = true;
  return own.exports;
}
