import { Buffer } from 'node:buffer';
import { PlainBytes, stringSlice, uncurryThis } from '../../../realm/primordials';
import { ARRAY_BUFFER_VIEW } from '../host-objects';
import { readName } from './names';
import { BUFFER, PADDING, UINT8_ARRAY } from './tags';
import { bufferOf, byteLengthOf, byteOffsetOf, subarray } from './views';

/*
 * What is read of a payload, and where the reader stands. A function that finds no such value
 * refuses the payload: there is nothing more to read then.
 */

/** What cannot be read here: the deserializer reads it, or says what is wrong with it. */
export const UNREAD = Symbol('unread');

/** No byte, no number, and no place. */
export const NONE = -1;

/** Up to this many units, a string is made from four or eight of them. */
const SHORT = 8;

/** The highest number of 32 bits. */
const HIGHEST = 0xffffffff;

// Kept from before any program could replace them.
type Slice = (bytes: Buffer, start: number, end: number) => string;
const { prototype: ofBuffers } = Buffer;
const latin1Slice = uncurryThis<Slice>((ofBuffers as unknown as { latin1Slice: unknown }).latin1Slice);
const ucs2Slice = uncurryThis<Slice>((ofBuffers as unknown as { ucs2Slice: unknown }).ucs2Slice);
const { fromCharCode } = String;

const double = new Float64Array(1);
const bytesOfDouble = new PlainBytes(double.buffer);

/** What `bytes` are while nothing is read, so that no payload is kept. */
const nothing = new PlainBytes(0) as Buffer;

let bytes = nothing;
let at = 0;
let end = 0;
let refusedAt = 0;

/** Stands at the beginning of a payload. */
export function beginReading(payloads: Buffer, start: number, behind: number): void {
  bytes = payloads;
  at = start;
  refusedAt = start;
  end = behind;
}

/** Where what cannot be read was found. */
export function placeOfRefusal(): number {
  return refusedAt;
}

/** Lets go of the payload. */
export function endReading(): void {
  bytes = nothing;
}

/** Whether all of the payload was read, and nothing refused. */
export function isRead(): boolean {
  return at === end;
}

/** Whether there are more bytes. */
export function hasMore(): boolean {
  return at < end;
}

/** What cannot be read is left behind everything, where there is neither a tag nor a number. */
export function refuse(): typeof UNREAD {
  if (at !== Infinity) refusedAt = at;
  at = Infinity;
  return UNREAD;
}

/** The next byte; `NONE` behind the last one, which refuses the payload. */
export function readByte(): number {
  if (at < end) return bytes[at++] as number;
  refuse();
  return NONE;
}

/** The next byte that is not there to align what follows. */
export function readTag(): number {
  let tag = readByte();
  while (tag === PADDING) tag = readByte();
  return tag;
}

/** A number of 32 bits in groups of seven, the lowest first; `NONE` when it is longer. */
export function readVarint(): number {
  let byte = readByte();
  if (byte < 0x80) return byte;
  let number = byte & 0x7f;
  for (let scale = 0x80; byte >= 0x80; scale *= 0x80) {
    byte = readByte();
    number += (byte & 0x7f) * scale;
  }
  if (number <= HIGHEST) return number;
  refuse();
  return NONE;
}

/** A length, and where what has it ends; `NONE` when that is not within the payload. */
export function readEnd(): number {
  const length = readVarint();
  return length === NONE || length > end - at ? NONE : at + length;
}

/** A string of a byte for each unit. */
export function readLatin1(): unknown {
  const stop = readEnd();
  if (stop === NONE) return refuse();
  const text = stop - at > SHORT ? latin1Slice(bytes, at, stop) : shortLatin1(stop - at);
  at = stop;
  return text;
}

/**
 * From its units, which takes less than half as long as a call into Node. What lies behind it is
 * cut off; behind all bytes are zeros.
 */
function shortLatin1(length: number): string {
  const text =
    length > 4
      ? fromCharCode(unit(0), unit(1), unit(2), unit(3), unit(4), unit(5), unit(6), unit(7))
      : fromCharCode(unit(0), unit(1), unit(2), unit(3));
  return stringSlice(text, 0, length);
}

function unit(index: number): number {
  return bytes[at + index] as number;
}

/** A string of two bytes for each unit. */
export function readUtf16(): unknown {
  const stop = readEnd();
  if (stop === NONE || (stop - at) % 2 === 1) return refuse();
  const text = stop - at > 2 * SHORT ? ucs2Slice(bytes, at, stop) : shortUtf16((stop - at) / 2);
  at = stop;
  return text;
}

function shortUtf16(length: number): string {
  const text =
    length > 4
      ? fromCharCode(wide(0), wide(2), wide(4), wide(6), wide(8), wide(10), wide(12), wide(14))
      : fromCharCode(wide(0), wide(2), wide(4), wide(6));
  return stringSlice(text, 0, length);
}

/** The lower byte first, as on all machines for which there is an addon. */
function wide(index: number): number {
  return unit(index) | (unit(index + 1) << 8);
}

/** Its lowest bit is the sign. */
export function readInteger(): number {
  const bits = readVarint();
  return (bits >>> 1) ^ -(bits & 1);
}

/** Eight bytes, in the order of this machine. */
export function readDouble(): number {
  for (let index = 0; index < 8; index++) bytesOfDouble[index] = readByte();
  return double[0] as number;
}

/** As `DefaultDeserializer` of `node:v8` does, of a Buffer or an array of bytes. */
export function readView(): unknown {
  const tag = readByte();
  const kind = readByte();
  const stop = readEnd();
  if (tag !== ARRAY_BUFFER_VIEW || (kind !== BUFFER && kind !== UINT8_ARRAY) || stop === NONE) return refuse();
  const view = subarray(bytes, at, stop);
  at = stop;
  return kind === BUFFER ? view : new PlainBytes(bufferOf(view), byteOffsetOf(view), byteLengthOf(view));
}

/** The name in a Latin-1 string; {@link UNREAD} when there is none. */
export function readLatin1Name(): unknown {
  const stop = readEnd();
  if (stop === NONE) return refuse();
  const name = readName(bytes, at, stop, latin1Slice);
  at = stop;
  return name;
}
