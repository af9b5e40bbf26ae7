/**
 * The functions of the codec, in numbers only. `crates/querystring/src/batch` says what they do.
 * `wide` is 1 for a text that is in the input as UTF-16 code units, and 0 for one of ASCII bytes.
 * `syntax` has the equals sign in its lowest byte and the separator in the next ones.
 */
export interface CodecFunctions {
  /** Loads and reads a whole text, where that is one call: see `Workspace.parseText`. */
  readonly $parseText?: (text: string, syntax: number, limit: number) => string | undefined;
  readonly $parse: (wide: number, start: number, end: number, last: number, syntax: number, limit: number) => number;
  readonly $parseSeparated: (
    separatorLength: number,
    equalsLength: number,
    start: number,
    end: number,
    flags: number,
    limit: number,
  ) => number;
  /** Loads and escapes a whole text, where that is one call: see `Workspace.escapeText`. */
  readonly $escapeText?: (text: string, start: number) => number;
  readonly $escapeUtf8: (end: number, start: number) => number;
  readonly $escapeUnits: (end: number, last: number, start: number) => number;
  /** Not in the browser's build, which uses the engine's own function. */
  readonly $decodeComponent: (end: number) => number;
  readonly $decodeBytes: (end: number, plusIsSpace: number) => number;
}

/** One codec with its memory. */
export interface CodecInstance {
  readonly $functions: CodecFunctions;
  /** The buffer that the memory is part of. */
  readonly $buffer: ArrayBuffer;
  /** Where the memory begins in `buffer`. */
  readonly $address: number;
}

/** Where the default codec runs, and why. */
export interface QuerystringChoice {
  readonly name: 'native' | 'wasm' | 'typescript';
  /** A sentence without its full stop. */
  readonly reason: string;
}

/** Where the codec runs. */
export interface Backend {
  /** Makes a codec whose input and wide output have at least these sizes, in units. */
  $instantiate(units: number, wideUnits: number): CodecInstance;
}

/** For a codec whose memory cannot be had. No program sees it: another codec does the work. */
export function memoryError(): RangeError {
  return new RangeError('There is not enough memory');
}
