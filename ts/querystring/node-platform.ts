import { Buffer } from 'node:buffer';
import { invalidArgumentType, nodeError } from '../errors';
import type { Platform, StringAccess } from './backend';
import { create, fromCharCode, plain } from './builtins';
import { emptyResult } from './empty-result';
import type { ParsedUrlQuery } from './types';
import { writeOctetByOctet, writeUnitByUnit } from './unit-by-unit';

// The methods that Buffer's `toString` and `write` end in; calling them saves looking the encoding up.
interface DirectBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  ucs2Slice(start: number, end: number): string;
  ucs2Write(text: string, start: number): number;
}

const { latin1Slice, ucs2Slice, ucs2Write } = directMethods();
const bufferFrom = Buffer.from.bind(Buffer) as (value: ArrayBuffer | Uint8Array) => Buffer;
const { allocUnsafe } = Buffer;

function directMethods() {
  const methods = Buffer.prototype as DirectBuffer;
  return {
    latin1Slice: plain(methods.latin1Slice) as (view: Buffer, start: number, end: number) => string,
    ucs2Slice: plain(methods.ucs2Slice) as (view: Buffer, start: number, end: number) => string,
    ucs2Write: plain(methods.ucs2Write) as (view: Buffer, text: string, start: number) => number,
  };
}

/** Up to so many characters, it takes half the time to make a string of their codes. */
const SHORT = 16;

function sixteen(view: Uint8Array, start: number): string {
  return fromCharCode(
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

/** Up to so many properties, Deno's engine takes longer to make room than to do without. */
const WITHOUT_ROOM_IN_DENO = 32;
/** Up to so many units, a loop is faster than Deno's `TextEncoder`. */
const LOOP_IN_DENO = 64;

const withoutRoom = () => create(null) as ParsedUrlQuery;

const inDeno = 'deno' in process.versions;

function resultMaker(): Platform['emptyResult'] {
  // Bun's engine makes room in another way.
  if ('bun' in process.versions) return withoutRoom;
  if (!inDeno) return emptyResult;
  return (properties) => (properties > WITHOUT_ROOM_IN_DENO ? emptyResult(properties) : withoutRoom());
}

/** What writes texts: Deno's own functions take up to ten times as long as a loop. */
function writers(buffer: ArrayBuffer): Pick<StringAccess, 'writeUnits' | 'writeOctets'> {
  const [octets, units] = [new Uint8Array(buffer), new Uint16Array(buffer)];
  return {
    writeUnits: (text, start) => writeUnitByUnit(units, text, start),
    writeOctets: (text, start) => (text.length > LOOP_IN_DENO ? undefined : writeOctetByOctet(octets, text, start)),
  };
}

/** Node, and runtimes with Node's `Buffer`. */
export const nodePlatform: Platform = {
  emptyResult: resultMaker(),
  strings(buffer) {
    const view = bufferFrom(buffer) as DirectBuffer;
    return {
      writeUnits: (text, start) => {
        ucs2Write(view, text, start);
      },
      writeOctets: undefined,
      ...(inDeno && writers(buffer)),
      latin1: (start, end) => latin1Slice(view, start, end),
      latin1Source: (start, end) => (end - start > SHORT ? latin1Slice(view, start, end) : sixteen(view, start)),
      utf16: (start, end) => ucs2Slice(view, start, end),
    };
  },
  octets: (octets) => bufferFrom(octets),
  assertLength(length) {
    if (typeof length !== 'number') throw invalidArgumentType('size', 'number', length);
    // Refuses numbers that are no size.
    allocUnsafe(length);
  },
  invalidUri: () => nodeError(URIError, 'ERR_INVALID_URI', 'URI malformed'),
};
