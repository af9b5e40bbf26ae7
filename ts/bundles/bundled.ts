import { apply, textSlice } from '../realm/kept-functions';

/** Where this file is in the package. The build writes it into each bundle. */
declare const OWN_PATH: string | undefined;
const ownPath = typeof OWN_PATH === 'string' ? OWN_PATH : '/build/bundles/bundled.js';

const hasOwnName =
  typeof __filename === 'string' &&
  (apply(textSlice, __filename, [-ownPath.length]) === ownPath || endsWithPath(__filename, ownPath));

/**
 * Whether `__filename` and `__dirname` are what they were when a bundler read this file
 * (`bun build`), and the bundle is elsewhere now. A module of Node's has the name of its file; one
 * that a bundler makes, or another loader (Vitest's), has none.
 */
export const isNameOfSource: boolean = hasOwnName && !(typeof module === 'object' && 'filename' in module) && isGone();

function isGone(): boolean {
  const { existsSync } = require('node:fs') as typeof import('node:fs');
  return !existsSync(__filename);
}

/**
 * Whether a bundler has made this file part of a file that is not of this package: then the
 * package's other files are not where they were.
 */
export const isBundled: boolean = !hasOwnName || isNameOfSource;

/** With the separators of Windows, too; by the character, which takes longer. */
function endsWithPath(file: string, end: string): boolean {
  const start = file.length - end.length;
  for (let index = 0; index < end.length; index++) {
    const character = file[start + index];
    if (character !== end[index] && !(character === '\\' && end[index] === '/')) return false;
  }
  return true;
}

/**
 * Why a preload refuses to be in a bundle: forked children and workers are given its file to load,
 * which would be the whole program.
 */
export function bundleError(specifier: string): Error {
  return new Error(
    `${specifier} cannot be part of a bundle, since forked children and workers load its file: leave it out, and start the program with node --import ${specifier} (docs/bundlers.md)`,
  );
}
