import { BUILD_NUMBER } from './build-number';

/** How many digits the number has. Two slashes and a space come before, a line break behind. */
const DIGITS = 15;
const ZERO = 48;
const SLASH = 47;

/** How `scripts/build/bundles.mjs` begins a bundle. A hash of the text follows. */
export const BEGINNING = '"use strict"; // ';
export const END_LENGTH: number = '// '.length + DIGITS + '\n'.length;

/** The `code` of {@link otherBuild}. */
export const OTHER_BUILD = 'RT_STD_OTHER_BUILD';

/**
 * Whether a bundle is whole, and of the same build as this one: an installation may be writing the
 * file, or have replaced the package while this process runs. Of a file that a tool has written
 * again, without comments, nothing is known.
 *
 * No method is called here: a program may have replaced it.
 *
 * @param bytes - what it is in
 * @param start - where it begins there
 * @param end - where it ends
 */
export function isOfThisBuild(bytes: Uint8Array, start: number, end: number): boolean {
  if (BUILD_NUMBER === 0) return true;
  let number = 0;
  for (let index = end - 1 - DIGITS; index < end - 1; index++) number = number * 10 + (bytes[index] as number) - ZERO;
  return number === BUILD_NUMBER || (end - start > BEGINNING.length && bytes[start + BEGINNING.length - 2] !== SLASH);
}

/** For a file that is not. */
export function otherBuild(file: string): Error {
  const error: NodeJS.ErrnoException = new Error(
    `${file} is not whole, or rt-std was replaced while this process runs`,
  );
  error.code = OTHER_BUILD;
  return error;
}
