/** Where this file is in the package. The build writes it into each bundle. */
declare const OWN_PATH: string | undefined;
const ownPath = typeof OWN_PATH === 'string' ? OWN_PATH : '/build/node-builtins/bundled.js';

/**
 * Whether a bundler has made this file part of a file that is not of this package: then the
 * package's other files are not where they were.
 */
export const isBundled: boolean = typeof __filename !== 'string' || !endsWithPath(__filename, ownPath);

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
