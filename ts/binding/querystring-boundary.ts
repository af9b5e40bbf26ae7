/**
 * The numbers that the query-string codec and JavaScript share: what stands where in the codec's
 * memory, and what its arguments and results mean. `crates/querystring/src/batch/boundary.rs` says
 * the same for Rust; `__test__/querystring/boundary.spec.ts` compares the two.
 *
 * They are enumerations because a bundler turns the members of one into numbers. All else that the
 * two sides and the files of `ts/querystring` share has names with `$`, which are shortened in the
 * browser's bundle (`scripts/build/browser-bundle.mjs`).
 */

/** The words of the codec's header. */
export enum Header {
  consumed = 0,
  narrowLength = 1,
  wideLength = 2,
  remaining = 3,
  limitReached = 4,
  tableOffset = 5,
  inputOffset = 6,
  narrowOffset = 7,
  wideOffset = 8,
  capacity = 9,
  size = 10,
  differentKeys = 11,
  outcome = 12,
  collected = 13,
  textLength = 14,
  syntax = 15,
  limit = 16,
  wide = 17,
  wideCapacity = 18,
  calls = 19,
  longestKey = 20,
  keysStandAlone = 21,
  /** How many there are. */
  words = 32,
}

/** The table of pairs that a call of `parse` or `parseSeparated` returns. */
export enum Table {
  /** How many rows it has at most. */
  rows = 8192,
  /** The words of a row: start and source of the key, its end, the same for the value, the slot. */
  columns = 5,
  /** Bit of the result of `parse`: every key was known, none repeats, none had to be decoded. */
  distinctKnownKeys = 0x40000000,
  /** How many keys the codec knows at most, each in a slot. */
  slots = 512,
}

/** Bits of the flags of `parseSeparated`. */
export enum Flag {
  last = 1,
  raw = 2,
  customDecoder = 4,
}

/** Where a piece of a pair is: the two lowest bits of its first word in the table. */
export enum Source {
  input = 0,
  narrow = 1,
  wide = 2,
}

/** The result of a function of the codec that could not do what was asked. */
export const MALFORMED = 0xffffffff;

/** Whether a result is {@link MALFORMED}, which some backends return signed. */
export function isMalformed(result: number): boolean {
  return result >>> 0 === MALFORMED;
}
