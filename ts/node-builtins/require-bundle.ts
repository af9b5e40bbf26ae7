import type * as codeCache from './code-cache';

/**
 * Loads a bundle of this package, as `require` does, but with the code that V8 has made of it in an
 * earlier process. What does so is a bundle, too, since few processes with a preload need it.
 *
 * @param name - the bundle's name in `scripts/build/bundle-table.mjs`
 * @returns its exports
 */
export function requireBundle(name: string): unknown {
  return (require('./code-cache') as typeof codeCache).requireBundle(name);
}
