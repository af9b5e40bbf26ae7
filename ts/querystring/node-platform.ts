import { Buffer } from 'node:buffer';
import { invalidArgumentType, nodeError } from '../errors';
import { isEnabled } from '../fast-paths';
import { versions } from '../kept-process';
import { IS_NODE } from '../node-version';
import { create, setBytes, withOwn } from './builtins';
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

const { latin1Slice, ucs2Slice, ucs2Write } = Buffer.prototype as DirectBuffer;
const bufferFrom = Buffer.from.bind(Buffer) as (value: unknown, encoding?: 'latin1') => Buffer;
const { allocUnsafe } = Buffer;

const unsizedResult = () => create(null) as ParsedUrlQuery;

const inDeno = versions.deno !== undefined;

/** Node's engine fills a table of the right size faster; Bun's and Deno's do not gain by it. */
const sizesResults = IS_NODE && isEnabled('query-sized-results');

/** Node, and runtimes with Node's `Buffer`. */
export const nodePlatform: DecodingPlatform = {
  $isEnabled: isEnabled,
  $emptyResult: sizesResults ? emptyResult : unsizedResult,
  $strings(buffer) {
    const view = bufferFrom(buffer) as DirectBuffer;
    withOwn(view, 'latin1Slice', latin1Slice);
    withOwn(view, 'ucs2Slice', ucs2Slice);
    withOwn(view, 'ucs2Write', ucs2Write);
    const units = new Uint16Array(buffer);
    return {
      // Deno's own method takes more than twice as long as a loop.
      $writeUnits: inDeno
        ? (text, start) => writeUnitByUnit(units, text, start)
        : (text, start) => {
            view.ucs2Write(text, start);
          },
      $latin1: (start, end) => view.latin1Slice(start, end),
      $utf16: (start, end) => view.ucs2Slice(start, end),
    };
  },
  $bytes(bytes) {
    // `Buffer.from` would call `valueOf`, which a program may have replaced.
    const copy = allocUnsafe(bytes.length);
    setBytes(copy, bytes, 0);
    return copy;
  },
  $bytesOfValue: (value) => bufferFrom(value, 'latin1'),
  $decodeComponent: decodeComponent,
  $assertLength(length) {
    if (typeof length !== 'number') throw invalidArgumentType('size', 'number', length);
    // Refuses numbers that are no size.
    allocUnsafe(length);
  },
  $invalidUri: () => nodeError('URIError', 'ERR_INVALID_URI', 'URI malformed'),
};
