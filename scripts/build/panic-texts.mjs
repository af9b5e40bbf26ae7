/**
 * `core::panic::Location`, as a WebAssembly module holds it: address and length of the file's name,
 * line, column.
 */
const RECORD = 16;
const DATA_SECTION = 11;
const I32_CONST = 0x41;

/** Three words or more, as messages have them, and nothing that the codec reads. */
const MESSAGE = /[\w():"+>]+(?: [\w():"+>]+){2,}/g;

/**
 * A copy of a WebAssembly module in which the places and messages of panics are blank. Its panic
 * handler reads none of them, and a kilobyte of the module, compressed, are the names of Rust's
 * files, the lines in them, and the messages.
 *
 * @param {Buffer} module
 * @returns {Buffer}
 */
export function withoutPanicTexts(module) {
  const blank = Buffer.from(module);
  const segments = dataSegments(module);
  /** Where the bytes of an address are in the file. */
  const fileOffset = (address, length) => {
    const segment = segments.find(({ start, size }) => address >= start && address + length <= start + size);
    return segment === undefined ? -1 : segment.offset + address - segment.start;
  };
  for (const { offset, size } of segments) {
    for (let at = offset; at + RECORD <= offset + size; at++) {
      const length = module.readUInt32LE(at + 4);
      const name = fileOffset(module.readUInt32LE(at), length);
      if (name < 0 || !/^[\w./-]+\.rs$/.test(module.toString('latin1', name, name + length))) continue;
      blank.fill(0, at, at + RECORD);
      blank.fill(0, name, name + length);
    }
    for (const { index, 0: message } of module.toString('latin1', offset, offset + size).matchAll(MESSAGE)) {
      blank.fill(0, offset + index, offset + index + message.length);
    }
  }
  return blank;
}

/** The active data segments: address, size, and where they begin in the file. */
function dataSegments(module) {
  const segments = [];
  for (let at = 8; at < module.length; ) {
    const id = module[at];
    const section = number(module, at + 1);
    at = section.end + section.value;
    if (id !== DATA_SECTION) continue;
    let next = number(module, section.end);
    for (let count = next.value; count > 0; count--) {
      // A flag of 0 (memory 0), an expression of one constant and its end.
      if (module[next.end] !== 0 || module[next.end + 1] !== I32_CONST)
        throw new Error('this data segment is not read');
      const start = number(module, next.end + 2);
      const size = number(module, start.end + 1);
      segments.push({ start: start.value, size: size.value, offset: size.end });
      next = { value: 0, end: size.end + size.value };
    }
  }
  return segments;
}

/** A number in LEB128, and where it ends. Addresses are below 2^31, so signs do not matter. */
function number(module, start) {
  let value = 0;
  let at = start;
  for (let shift = 0; ; shift += 7) {
    value |= (module[at] & 0x7f) << shift;
    if ((module[at++] & 0x80) === 0) return { value, end: at };
  }
}
