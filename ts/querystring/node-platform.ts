import { Buffer } from 'node:buffer';
import { invalidArgumentType, nodeError } from '../errors';
import type { Platform } from './backend';
import { emptyResult } from './empty-result';
import type { ParsedUrlQuery } from './types';

// The methods that Buffer's `toString` and `write` end in; calling them saves looking the encoding up.
interface DirectBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  ucs2Slice(start: number, end: number): string;
  ucs2Write(text: string, start: number): number;
}

/** Up to so many characters, it takes half the time to make a string of their codes. */
const SHORT = 16;

function sixteen(view: Uint8Array, start: number): string {
  return String.fromCharCode(
    view[start] as number,
    view[start + 1] as number,
    view[start + 2] as number,
    view[start + 3] as number,
    view[start + 4] as number,
    view[start + 5] as number,
    view[start + 6] as number,
    view[start + 7] as number,
    view[start + 8] as number,
    view[start + 9] as number,
    view[start + 10] as number,
    view[start + 11] as number,
    view[start + 12] as number,
    view[start + 13] as number,
    view[start + 14] as number,
    view[start + 15] as number,
  );
}

/** Node, and runtimes with Node's `Buffer`. */
export const nodePlatform: Platform = {
  // Bun's engine makes room in another way.
  emptyResult: 'bun' in process.versions ? () => Object.create(null) as ParsedUrlQuery : emptyResult,
  strings(buffer) {
    const view = Buffer.from(buffer) as DirectBuffer;
    return {
      writeUnits: (text, start) => {
        view.ucs2Write(text, start);
      },
      latin1: (start, end) => view.latin1Slice(start, end),
      latin1Source: (start, end) => (end - start > SHORT ? view.latin1Slice(start, end) : sixteen(view, start)),
      utf16: (start, end) => view.ucs2Slice(start, end),
    };
  },
  octets: (octets) => Buffer.from(octets),
  assertLength(length) {
    if (typeof length !== 'number') throw invalidArgumentType('size', 'number', length);
    // Refuses numbers that are no size.
    Buffer.allocUnsafe(length);
  },
  invalidUri: () => nodeError(URIError, 'ERR_INVALID_URI', 'URI malformed'),
};
