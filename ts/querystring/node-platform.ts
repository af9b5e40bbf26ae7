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
