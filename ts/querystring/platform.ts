import type { FastPath } from '../fast-paths';
import type { ParsedUrlQuery } from './types';

/** What differs between Node and a browser. */
export interface Platform {
  /** Whether a fast path may be taken; asked when a codec is made, and before long texts. */
  $isEnabled(path: FastPath): boolean;
  /** An object without a prototype, for that many properties; more can be added. */
  $emptyResult(properties: number): ParsedUrlQuery;
  /** Access to the strings in a buffer. */
  $strings(buffer: ArrayBuffer): StringAccess;
  /** Copies bytes into what `unescapeBuffer` returns; its `toString` reads UTF-8. */
  $bytes(bytes: Uint8Array): Uint8Array;
  /**
   * What `unescapeBuffer` of Node 26.12 and later makes of a value that is no text, and that has
   * nothing to decode. Not where there is no `Buffer`.
   */
  $bytesOfValue?(value: unknown): Uint8Array;
  /** Refuses a value whose length is not a number, as the platform's `unescapeBuffer` would. */
  $assertLength(length: unknown): asserts length is number;
  /** The error for a text that cannot be written as UTF-8. */
  $invalidUri(): Error;
}

/** Strings in a buffer; positions are in bytes. */
export interface StringAccess {
  /** Writes the UTF-16 code units of a text. */
  $writeUnits(text: string, start: number): void;
  /** Reads characters of Latin-1. */
  $latin1(start: number, end: number): string;
  /** Reads UTF-16 code units. */
  $utf16(start: number, end: number): string;
}
