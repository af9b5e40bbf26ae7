import { closeSync, keptFiles, openSync, statSync } from '../node-builtins/kept-file-functions';
import { BEGINNING, END_LENGTH, isOfThisBuild, otherBuild } from './this-build';

/**
 * Opens a bundle of this package that is to be loaded, if it is whole and of this build.
 *
 * @param file - its path
 * @returns the descriptor
 * @throws where it is not, or cannot be read
 */
export function holdFile(file: string): number {
  const descriptor = openSync(file, 'r');
  try {
    if (!hasEnds(descriptor, statSync(file).size)) throw otherBuild(file);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Reads both ends only. */
function hasEnds(descriptor: number, size: number): boolean {
  const { length } = BEGINNING;
  const ends = new Uint8Array(length + END_LENGTH);
  if (keptFiles.readSync(descriptor, ends, 0, length, 0) < length || size < END_LENGTH) return false;
  keptFiles.readSync(descriptor, ends, length, END_LENGTH, size - END_LENGTH);
  return isOfThisBuild(ends, 0, ends.length);
}
