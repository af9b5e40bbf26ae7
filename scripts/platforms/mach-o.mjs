import { readFileSync } from 'node:fs';

const magicOf64Bits = 0xfeedfacf;
const headerBytes = 32;
/** `LC_LOAD_DYLIB`, `LC_LOAD_WEAK_DYLIB` and `LC_REEXPORT_DYLIB`. */
const loadsLibrary = new Set([0xc, 0x80000018, 0x8000001f]);
/** `LC_BUILD_VERSION`, and where it has the oldest system: in the upper half, and a byte. */
const buildVersion = 0x32;
/** `LC_CODE_SIGNATURE`. */
const codeSignature = 0x1d;
/** The numbers of processors in the header. */
const processors = { 16777223: 'x86_64', 16777228: 'aarch64' };

/**
 * What a library for macOS says of itself in its load commands (`mach-o/loader.h`).
 *
 * @param {string} file
 * @returns {{ processor?: string, needed: string[], oldest?: string, signed: boolean }} the
 *   libraries that it needs, the oldest macOS that it is made for, and whether it has a signature,
 *   which is not verified
 * @throws {Error} when it is no file of this kind
 */
export function readMachO(file) {
  const bytes = readFileSync(file);
  if (bytes.length < headerBytes || bytes.readUInt32LE(0) !== magicOf64Bits)
    throw new Error(`${file} is no library for macOS`);
  const needed = [];
  let oldest;
  let signed = false;
  let position = headerBytes;
  for (let left = bytes.readUInt32LE(16); left > 0; left--) {
    const command = bytes.readUInt32LE(position);
    if (loadsLibrary.has(command)) {
      const start = position + bytes.readUInt32LE(position + 8);
      needed.push(bytes.toString('latin1', start, bytes.indexOf(0, start)));
    } else if (command === buildVersion) {
      const version = bytes.readUInt32LE(position + 12);
      oldest = `${version >>> 16}.${(version >>> 8) & 0xff}`;
    } else if (command === codeSignature) {
      signed = true;
    }
    position += bytes.readUInt32LE(position + 4);
  }
  return { processor: processors[bytes.readUInt32LE(4)], needed, oldest, signed };
}
