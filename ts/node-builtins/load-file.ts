import type Module = require('node:module');

import type { fileFunctions } from './file-functions';
import { readInto } from './read-into';

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
