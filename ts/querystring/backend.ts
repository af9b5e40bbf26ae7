import type { FastPath } from '../fast-paths';
import type { ParsedUrlQuery } from './types';

/**
 * The functions of the codec, in numbers only. `crates/querystring/src/batch` says what they do; `wide` is 1 when the text lies in the input as UTF-16
 * code units and 0 when it lies there as octets. `syntax` has the equals sign in its lowest octet and the separator in the next ones.
 */
export interface CodecFunctions {
  /** Loads and reads a whole text, where that is one call; `Workspace.parseText` says what comes of it. */
  readonly parseText: ((text: string, syntax: number, limit: number) => string | undefined) | undefined;
  readonly parse: (wide: number, start: number, end: number, last: number, syntax: number, limit: number) => number;
  readonly parseSeparated: (
    separatorLength: number,
    equalsLength: number,
    start: number,
    end: number,
    flags: number,
    limit: number,
  ) => number;
  readonly escapeUtf8: (end: number, joints: number, start: number) => number;
  readonly escapeUnits: (end: number, last: number, start: number) => number;
  readonly decodeComponent: (end: number) => number;
  readonly decodeOctets: (end: number, plusIsSpace: number) => number;
}

/** One codec with its memory. */
export interface CodecInstance {
  readonly functions: CodecFunctions;
  /** What the memory is part of. */
  readonly buffer: ArrayBuffer;
  /** Where the memory begins in `buffer`. */
  readonly address: number;
}

/** Where the codec runs. */
export interface Backend {
  /** Makes a codec with room for so many units of input and of wide output; there is a least size. */
  instantiate(units: number, wideUnits: number): CodecInstance;
}

/** What differs between Node and a browser. */
export interface Platform {
  /** Whether a fast path may be taken; asked when a codec is made, and before long texts. */
  isEnabled(path: FastPath): boolean;
  /** An object without a prototype, for so many properties; more can be added. */
  emptyResult(properties: number): ParsedUrlQuery;
  /** Access to the strings in a buffer. */
  strings(buffer: ArrayBuffer): StringAccess;
  /** Copies octets into what `unescapeBuffer` returns; its `toString` reads UTF-8. */
  octets(octets: Uint8Array): Uint8Array;
  /** Refuses a value whose length is not a number, as the platform's `unescapeBuffer` would. */
  assertLength(length: unknown): asserts length is number;
  /** The error for a text that cannot be written as UTF-8. */
  invalidUri(): Error;
}

/** Strings in a buffer; positions are in octets. */
export interface StringAccess {
  /** Writes the UTF-16 code units of a text. */
  writeUnits(text: string, start: number): void;
  /** Reads characters of Latin-1. */
  latin1(start: number, end: number): string;
  /** Reads UTF-16 code units. */
  utf16(start: number, end: number): string;
}
