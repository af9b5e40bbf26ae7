import { process } from '../main-realm';
import { stringSlice } from '../primordials';

/** Where this file is in the package. The build writes it into each bundle. */
declare const OWN_PATH: string | undefined;
const ownPath = typeof OWN_PATH === 'string' ? OWN_PATH : '/build/node-builtins/own-place.js';

/**
 * Whether a bundler has made this file part of a file that is not of this package: then the
 * package's other files are not where they were.
 */
export const isBundled: boolean = typeof __filename !== 'string' || !endsWithPath(__filename, ownPath);

/**
 * The folder of this file or, where a bundler has made it part of another file, of that one. In an
 * ES module that a bundler has made there is no `__dirname`: it is taken to be beside the program.
 */
export const ownFolder: string = typeof __dirname === 'string' ? __dirname : folderOfProgram();

function endsWithPath(file: string, end: string): boolean {
  const start = file.length - end.length;
  for (let index = 0; index < end.length; index++) {
    const character = file[start + index];
    if (character !== end[index] && !(character === '\\' && end[index] === '/')) return false;
  }
  return true;
}

function folderOfProgram(): string {
  const program = process.argv[1] ?? process.execPath;
  try {
    // Not at the start: the preloads do without.
    const { realpathSync } = require('node:fs') as typeof import('node:fs');
    return parentOf(realpathSync(program));
  } catch {
    return parentOf(program);
  }
}

/**
 * The folder that an absolute path is in; the root is the empty text. Not by `node:path`, as in
 * `code-cache.ts`.
 */
export function parentOf(path: string): string {
  let end = path.length - 1;
  while (end > 0 && path[end] !== '/' && path[end] !== '\\') end--;
  return stringSlice(path, 0, end);
}

/**
 * Refuses to be in a bundle, for a preload: forked children and workers are given its file to load,
 * which would be the whole program.
 *
 * @throws Error
 */
export function refuseBundle(specifier: string): void {
  if (!isBundled) return;
  throw new Error(
    `${specifier} cannot be part of a bundle, since forked children and workers load its file: leave it out, and start the program with node --import ${specifier} (docs/bundlers.md)`,
  );
}
