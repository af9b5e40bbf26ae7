/** `scripts/build/bundles.mjs` writes it into each bundle; what the compiler makes has none. */
declare const BUILD: number | undefined;

/**
 * The number of this build, a hash of all bundles. What the bundles of two builds expect of each
 * other differs, and the package may be replaced while a process runs: those that are loaded later
 * are compared by it.
 */
export const BUILD_NUMBER: number = typeof BUILD === 'number' ? BUILD : 0;

/**
 * For a bundle that the start of a process has loaded late, without a look at its text.
 *
 * @param number - that of the start
 * @throws where it is of another build
 */
export function refuseOtherNumber(number: number): void {
  if (number !== BUILD_NUMBER) throw new Error('rt-std was replaced by another build while this process runs');
}
