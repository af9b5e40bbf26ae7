import { apply, textSlice } from '../realm/kept-functions';
import { process } from '../realm/main-realm';
import { isNameOfSource } from './bundled';

/**
 * The folder of this file or, where a bundler has made it part of another file, of that one. Where
 * `__dirname` does not tell, as in an ES module that a bundler has made, that file is taken to be
 * beside the program.
 */
export const ownFolder: string = typeof __dirname === 'string' && !isNameOfSource ? __dirname : folderOfProgram();

function folderOfProgram(): string {
  const program = process.argv[1] ?? process.execPath;
  try {
    // Not at the start: the preloads do without.
    const { realpathSync } = require('node:fs') as typeof import('node:fs');
    return parentOf(realpathSync(program));
  } catch {
    // A program that Bun has compiled has a file of its own in memory only.
    return parentOf(process.versions.bun === undefined ? program : process.execPath);
  }
}

/**
 * The folder that an absolute path is in; the root is the empty text. Not by `node:path`, as in
 * `require-bundle.ts`.
 */
export function parentOf(path: string): string {
  let end = path.length - 1;
  while (end > 0 && path[end] !== '/' && path[end] !== '\\') end--;
  return apply(textSlice, path, [0, end]);
}
