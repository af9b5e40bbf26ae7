import { Buffer } from 'node:buffer';
import { invalidArgumentType, nodeError } from '../errors';
import { isEnabled } from '../fast-paths';
import { create, plain, setBytes } from './builtins';
import { decodeComponent } from './decode-component';
import type { DecodingPlatform } from './decoding-platform';
import { emptyResult } from './empty-result';
import type { ParsedUrlQuery } from './types';
import { writeUnitByUnit } from './unit-by-unit';

// The methods that Buffer's `toString` and `write` end in; calling them saves looking the encoding
// up.
interface DirectBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  ucs2Slice(start: number, end: number): string;
  ucs2Write(text: string, start: number): number;
}

const { latin1Slice, ucs2Slice, ucs2Write } = directMethods();
const bufferFrom = Buffer.from.bind(Buffer) as (value: ArrayBuffer) => Buffer;
const { allocUnsafe } = Buffer;

function directMethods() {
  const methods = Buffer.prototype as DirectBuffer;
  return {
    latin1Slice: plain(methods.latin1Slice) as (view: Buffer, start: number, end: number) => string,
    ucs2Slice: plain(methods.ucs2Slice) as (view: Buffer, start: number, end: number) => string,
    ucs2Write: plain(methods.ucs2Write) as (view: Buffer, text: string, start: number) => number,
  };
}

const unsizedResult = () => create(null) as ParsedUrlQuery;

const inDeno = 'deno' in process.versions;

/** Node's engine fills a table of the right size faster; Bun's and Deno's do not gain by it. */
const sizesResults = !inDeno && !('bun' in process.versions) && isEnabled('query-sized-results');

/** Node, and runtimes with Node's `Buffer`. */
export const nodePlatform: DecodingPlatform = {
  $isEnabled: isEnabled,
  $emptyResult: sizesResults ? emptyResult : unsizedResult,
  $strings(buffer) {
    const view = bufferFrom(buffer) as DirectBuffer;
    const units = new Uint16Array(buffer);
    return {
      // Deno's own method takes more than twice as long as a loop.
      $writeUnits: inDeno
        ? (text, start) => writeUnitByUnit(units, text, start)
        : (text, start) => {
            ucs2Write(view, text, start);
          },
      $latin1: (start, end) => latin1Slice(view, start, end),
      $utf16: (start, end) => ucs2Slice(view, start, end),
    };
  },
  $bytes(bytes) {
    // `Buffer.from` would call `valueOf`, which a program may have replaced.
    const copy = allocUnsafe(bytes.length);
    setBytes(copy, bytes, 0);
    return copy;
  },
  $decodeComponent: decodeComponent,
  $assertLength(length) {
    if (typeof length !== 'number') throw invalidArgumentType('size', 'number', length);
    // Refuses numbers that are no size.
    allocUnsafe(length);
  },
  $invalidUri: () => nodeError(URIError, 'ERR_INVALID_URI', 'URI malformed'),
};
