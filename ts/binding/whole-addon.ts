import { platform } from '../kept-process';
import { closeSync, keptFiles, openSync, statSync } from '../node-builtins/kept-file-functions';

/** The header of an ELF file of 64 bits, as all ours are, and where in it is what: elf(5). */
const HEADER_LENGTH = 64;
const MAGIC = 0x464c457f;
const SECTIONS_AT = 40;
const SECTION_LENGTH = 58;
const SECTION_COUNT = 60;

/**
 * Refuses an addon that is not whole, as an interrupted installation leaves it: the system's loader
 * would map what is not there, and the process would end by SIGBUS. The table of sections is the
 * last thing in the file, and its header says where that is. On Linux alone.
 *
 * @throws where the end is missing. What cannot be read is left to the loader
 */
export function refuseCutAddon(file: string): void {
  const wanted = platform === 'linux' ? missingLength(file) : 0;
  if (wanted > 0) throw new Error(`${file} has ${statSync(file).size} of ${wanted} bytes.`);
}

/** How long the file should be; 0 where it is as long, or does not say. */
function missingLength(file: string): number {
  const { readSync } = keptFiles;
  try {
    const descriptor = openSync(file, 'r');
    try {
      const header = new Uint8Array(HEADER_LENGTH);
      const length = readSync(descriptor, header, 0, HEADER_LENGTH, 0);
      if (length < HEADER_LENGTH || integer(header, 0, 4) !== MAGIC) return 0;
      const end =
        integer(header, SECTIONS_AT, 6) + integer(header, SECTION_LENGTH, 2) * integer(header, SECTION_COUNT, 2);
      // To read the last byte takes less time than to ask for the size.
      return readSync(descriptor, header, 0, 1, end - 1) === 1 ? 0 : end;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return 0;
  }
}

/** Little endian, and at most 48 bits of it. By hand: a program may have replaced methods. */
function integer(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = length - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] as number);
  return value;
}
