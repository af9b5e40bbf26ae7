import { Header, Table } from '../binding/querystring-boundary';
import type { Backend, CodecFunctions } from '../binding/querystring-codec';
import { subarray } from './builtins';
import { KEYS_STAND_ALONE } from './node-rules';
import type { Platform, StringAccess } from './platform';
import { dereference, encoder, viewOf } from './workspace-builtins';

/**
 * Sizes up to this many units are rounded up, so that a larger workspace fits the next text too.
 */
const ROUNDED = 1 << 23;

function roundedUp(units: number): number {
  let size = 1 << 16;
  while (size < units) size *= 2;
  return size > ROUNDED ? units : size;
}

/** The longest escaped form of a unit, in bytes. */
const LONGEST_FORM = 9;
/** More than a vector writes behind the end of the narrow output, in bytes. */
const MARGIN = 1024;

/** The codec's memory as JavaScript sees it, and the strings of the keys that the codec knows. */
export class Workspace {
  readonly $functions: CodecFunctions;
  /** The header, the table, and the codec's own data up to the input. */
  readonly $words: Uint32Array;
  /** How many units fit into the input. */
  readonly $capacity: number;
  /** The string of each key that the codec knows, by its slot. */
  readonly $keys: string[] = [];
  /** Whether a pair that is longer than the input is sliced where it holds nothing to decode. */
  readonly $takesPlainValues: boolean;
  /** Whether pairs are being read. */
  $isReading = false;
  readonly #wideCapacity: number;
  readonly #input: Uint8Array;
  readonly #inputStart: number;
  readonly #narrowStart: number;
  readonly #wideStart: number;
  readonly #strings: StringAccess;
  /** The narrow output. */
  readonly $bytes: Uint8Array;
  /** The same, for several bytes at once. */
  readonly $view: DataView;
  /**
   * Where escaping may write into the narrow output: behind what reading a text writes there, and
   * behind what an outer call of `stringify` has written, whose getters call again.
   */
  $free: number;
  /** Up to where pairs may be collected there: a key and a value of any size fit behind it. */
  readonly $collects: number;
  /** Makes an object for a result. */
  readonly $emptyResult: Platform['$emptyResult'];
  readonly #parseText: CodecFunctions['$parseText'];
  readonly #escapeText: CodecFunctions['$escapeText'];
  readonly #backend: Backend;
  readonly #platform: Platform;
  /** A larger workspace that a long text needed, until it is garbage collected. */
  #larger: WeakRef<Workspace> | undefined;

  constructor(backend: Backend, platform: Platform, units = 0, wideUnits = 0) {
    this.$emptyResult = platform.$emptyResult;
    this.#backend = backend;
    this.#platform = platform;
    const { $functions: functions, $buffer: buffer, $address: address } = backend.$instantiate(units, wideUnits);
    const header = new Uint32Array(buffer, address, Header.words);
    const word = (index: number): number => header[index] as number;
    this.$functions = functions;
    const takesTexts = platform.$isEnabled('query-whole-text');
    this.#parseText = takesTexts ? functions.$parseText : undefined;
    this.#escapeText = takesTexts ? functions.$escapeText : undefined;
    if (KEYS_STAND_ALONE) header[Header.keysStandAlone] = 1;
    if (!platform.$isEnabled('query-known-keys')) header[Header.longestKey] = 0;
    this.$takesPlainValues = platform.$isEnabled('query-plain-values');
    this.$words = new Uint32Array(buffer, address, word(Header.inputOffset) / 4);
    this.$capacity = word(Header.capacity);
    this.#wideCapacity = word(Header.wideCapacity);
    this.#inputStart = address + word(Header.inputOffset);
    this.#narrowStart = address + word(Header.narrowOffset);
    this.#wideStart = address + word(Header.wideOffset);
    this.#input = new Uint8Array(buffer, this.#inputStart, this.$capacity * 2);
    this.#strings = platform.$strings(buffer);
    this.$bytes = new Uint8Array(buffer, this.#narrowStart);
    this.$view = viewOf(buffer, this.#narrowStart);
    this.$free = this.$capacity + MARGIN;
    this.$collects = word(Header.collected) - this.$capacity * LONGEST_FORM - MARGIN;
    for (let slot = 0; slot <= Table.slots; slot++) this.$keys[slot] = '';
  }

  /** A new workspace of the least size, if there is memory for one. */
  $fresh(): Workspace | undefined {
    return another(this.#backend, this.#platform, 0, 0);
  }

  /**
   * This workspace if that many units fit, else a larger one, to be used for one text, if there is
   * memory for it.
   */
  $thatFits(units: number, wideUnits: number): Workspace | undefined {
    if (this.#fits(units, wideUnits)) return this;
    const kept = this.#larger && dereference?.(this.#larger);
    if (kept && !kept.$isReading && kept.#fits(units, wideUnits)) return kept;
    const larger = another(this.#backend, this.#platform, roundedUp(units), roundedUp(wideUnits));
    if (larger && dereference) this.#larger = new WeakRef(larger);
    return larger;
  }

  #fits(units: number, wideUnits: number): boolean {
    return units <= this.$capacity && wideUnits <= this.#wideCapacity;
  }

  /**
   * Puts a text into the input: as bytes if it is ASCII (returns 0), else as UTF-16 code units (1).
   */
  $load(text: string): 0 | 1 {
    // What is not ASCII has more bytes than units; a text that does not fit ends far after its
    // length.
    if (encoder.encodeInto(text, this.#input).written === text.length) return 0;
    this.$loadUnits(text);
    return 1;
  }

  /**
   * Puts a text into the input as UTF-8, lone surrogates as U+FFFD. Returns its bytes, 0 if it is
   * too long.
   */
  $loadUtf8(text: string): number {
    const { read, written } = encoder.encodeInto(text, this.#input);
    return read === text.length ? written : 0;
  }

  /** Puts a text into the input as UTF-16 code units. */
  $loadUnits(text: string): void {
    this.#strings.$writeUnits(text, this.#inputStart);
  }

  /**
   * Reads a whole text, which must fit into the input. The header says what was found; the result
   * is the narrow output.
   */
  $parseText(text: string, syntax: number, limit: number): string {
    const parseText = this.#parseText;
    if (parseText !== undefined) return parseText(text, syntax, limit) ?? '';
    const wide = this.$load(text);
    this.$words[Header.wide] = wide;
    this.$functions.$parse(wide, 0, text.length, 1, syntax, limit);
    return this.$narrow(this.$words[Header.narrowLength] as number);
  }

  /**
   * Escapes a whole text, which must fit into the input, into the narrow output from `start` on.
   * Returns where that ends, or `MALFORMED`.
   */
  $escapeText(text: string, start: number): number {
    const escapeText = this.#escapeText;
    if (escapeText !== undefined) return escapeText(text, start);
    this.$loadUnits(text);
    return this.$functions.$escapeUnits(text.length, 1, start);
  }

  /** The narrow output up to a length. */
  $narrow(length: number): string {
    return this.$narrowText(0, length);
  }

  /** A part of the narrow output. */
  $narrowText(start: number, end: number): string {
    return start === end ? '' : this.#strings.$latin1(this.#narrowStart + start, this.#narrowStart + end);
  }

  /** The wide output up to a length. */
  $wide(length: number): string {
    return length === 0 ? '' : this.#strings.$utf16(this.#wideStart, this.#wideStart + length * 2);
  }

  /** The bytes of the narrow output up to a length; they are overwritten by the next call. */
  $narrowBytes(length: number): Uint8Array {
    return subarray(this.$bytes, 0, length);
  }
}

/**
 * Another workspace; none where there is no memory for it, or where the stack ends, which the codec
 * in TypeScript then finds itself. Outside the class, since a class that refers to itself by name
 * loses its name in a bundle.
 */
function another(backend: Backend, platform: Platform, units: number, wideUnits: number): Workspace | undefined {
  try {
    return new Workspace(backend, platform, units, wideUnits);
  } catch {
    return undefined;
  }
}

/** Gets the workspace of the codec; `undefined` where none can run: see `typescript-codec.ts`. */
export type Codec = () => Workspace | undefined;

/**
 * The codec, made when a text first needs it, so that a program that only loads this package does
 * not pay for one.
 *
 * @param load - gets what it runs in, if there is anything; called again where there is not
 */
export function workspaceOf(load: () => Backend | undefined, platform: Platform): Codec {
  let made: Workspace | undefined;
  return () => {
    if (!made) {
      const backend = load();
      made = backend && another(backend, platform, 0, 0);
    }
    return made;
  };
}
