import { Buffer } from 'node:buffer';
import { PlainBytes, stringCharCodeAt, uncurryThis } from '../../../realm/primordials';
import { DOUBLE, FALSE, INTEGER, LATIN1_STRING, NULL, PADDING, TRUE, UNDEFINED, UTF16_STRING } from './tags';

/*
 * Each function writes at a place in the same bytes, and returns the place behind, or `NONE` where
 * there is no space, or the serializer of V8 is faster.
 */

/** What cannot be written here. */
export const NONE = -1;

const SIZE = 262_144;

/**
 * The bytes in which payloads are written, each over the last one. There are none before the first
 * payload: most channels speak JSON.
 */
export let bytes = new PlainBytes(0) as Buffer;

/** Makes the bytes, at the first payload. */
export function makeBytes(): void {
  if (bytes.length === 0) bytes = allocUnsafeSlow(SIZE);
}

/** The last place at which a short value still has the space it needs, and an end behind it. */
const LAST = SIZE - 1200;

/** Up to this many units, a string is written unit by unit. */
const SHORT = 32;

/** Up to this many units of a string that is not ASCII are looked at for one of two bytes. */
const LONGEST_LATIN1 = 128;

// Kept from before any program could replace them.
const latin1Write = uncurryThis<(bytes: Buffer, text: string, at: number) => number>(
  (Buffer.prototype as unknown as { latin1Write: unknown }).latin1Write,
);
const ucs2Write = uncurryThis<(bytes: Buffer, text: string, at: number) => number>(
  (Buffer.prototype as unknown as { ucs2Write: unknown }).ucs2Write,
);
const setBytes = uncurryThis<(bytes: Buffer, from: Uint8Array, at: number) => void>(PlainBytes.prototype.set);
const { allocUnsafeSlow, byteLength } = Buffer;

const double = new Float64Array(1);
const bytesOfDouble = new PlainBytes(double.buffer);

/** Whether the bytes have no space for a value that takes `length` bytes at most. */
export function isFull(at: number, length = 0): boolean {
  return at + length > LAST;
}

/** A number in groups of seven bits, the lowest first. */
export function writeVarint(number: number, start: number): number {
  let at = start;
  let rest = number;
  while (rest >= 0x80) {
    bytes[at++] = rest | 0x80;
    rest >>>= 7;
  }
  bytes[at] = rest;
  return at + 1;
}

export function writeString(text: string, at: number): number {
  const { length } = text;
  if (isFull(at, 2 * length)) return NONE;
  if (stringCharCodeAt(text, 0) > 0xff) return writeUtf16(text, at);
  if (length <= SHORT) return writeByUnit(text, at);
  if (byteLength(text) !== length) {
    if (hasWideUnit(text)) return writeUtf16(text, at);
    if (length > LONGEST_LATIN1) return NONE;
  }
  bytes[at] = LATIN1_STRING;
  const start = writeVarint(length, at + 1);
  latin1Write(bytes, text, start);
  return start + length;
}

/** Whether one of its units, of the first ones of a long text, has two bytes. */
function hasWideUnit(text: string): boolean {
  for (let index = 0; index < text.length && index < LONGEST_LATIN1; index++) {
    if (stringCharCodeAt(text, index) > 0xff) return true;
  }
  return false;
}

function writeByUnit(text: string, at: number): number {
  const { length } = text;
  bytes[at] = LATIN1_STRING;
  bytes[at + 1] = length;
  const start = at + 2;
  let all = 0;
  for (let index = 0; index < length; index++) {
    const unit = stringCharCodeAt(text, index);
    all |= unit;
    bytes[start + index] = unit;
  }
  return all < 0x100 ? start + length : writeUtf16(text, at);
}

/** The units begin at an even place. */
function writeUtf16(text: string, at: number): number {
  const length = 2 * text.length;
  let start = writeVarint(length, at + 1);
  if (start % 2 === 1) {
    bytes[at] = PADDING;
    bytes[at + 1] = UTF16_STRING;
    start = writeVarint(length, at + 2);
  } else {
    bytes[at] = UTF16_STRING;
  }
  if (length <= 2 * SHORT) writeWideUnits(text, start);
  else ucs2Write(bytes, text, start);
  return start + length;
}

/** The lower byte first, as on all machines for which there is an addon. */
function writeWideUnits(text: string, start: number): void {
  let at = start;
  for (let index = 0; index < text.length; index++) {
    const unit = stringCharCodeAt(text, index);
    bytes[at] = unit;
    bytes[at + 1] = unit >> 8;
    at += 2;
  }
}

export function writeNumber(number: number, at: number): number {
  const integer = number | 0;
  // No integer is -0, which is written as what it is.
  if (integer !== number || (integer === 0 && 1 / number < 0)) return writeDouble(DOUBLE, number, at);
  bytes[at] = INTEGER;
  return writeVarint(((integer << 1) ^ (integer >> 31)) >>> 0, at + 1);
}

export function writeDouble(tag: number, number: number, at: number): number {
  bytes[at] = tag;
  double[0] = number;
  for (let index = 0; index < 8; index++) bytes[at + 1 + index] = bytesOfDouble[index] as number;
  return at + 9;
}

/** `true`, `false`, `null` or `undefined`, and nothing else. */
export function writeConstant(value: unknown, at: number): number {
  if (value === true) bytes[at] = TRUE;
  else if (value === false) bytes[at] = FALSE;
  else if (value === null) bytes[at] = NULL;
  else if (value === undefined) bytes[at] = UNDEFINED;
  else return NONE;
  return at + 1;
}

/** Copies what a view has. */
export function writeBytes(view: Uint8Array, length: number, at: number): number {
  setBytes(bytes, view, at);
  return at + length;
}
