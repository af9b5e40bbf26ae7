import type { fileFunctions } from '../node-builtins/file-functions';

/**
 * Reads a file into memory, as far as it fits. `fs.readFileSync()` calls functions that a program
 * may have replaced.
 *
 * @param files - functions of `node:fs`, as they were
 * @param bytes - the memory
 * @param start - where in it the file begins
 * @param file - its path
 * @returns where it ends
 */
export function readInto(
  { openSync, readSync, closeSync }: Pick<ReturnType<typeof fileFunctions>, 'openSync' | 'readSync' | 'closeSync'>,
  bytes: Buffer,
  start: number,
  file: string,
): number {
  const descriptor = openSync(file, 'r');
  try {
    let end = start;
    let count: number;
    do {
      count = readSync(descriptor, bytes, end, bytes.length - end, null);
      end += count;
    } while (count > 0);
    return end;
  } finally {
    closeSync(descriptor);
  }
}
