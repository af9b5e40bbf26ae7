import type { Backend, CodecFunctions, Platform, StringAccess } from './backend';
import { dereference, encodeInto, subarray } from './builtins';

/**
 * The words of the codec's header: an enumeration, since the browser's bundle has only numbers of it then. That needs names which the bundler does not shorten: none
 * that is a property of ours elsewhere (`ownNames` in `scripts/build/browser-bundle.mjs`).
 */
export enum Header {
  consumed = 0,
  narrowLength = 1,
  wideLength = 2,
  remaining = 3,
  limitReached = 4,
  inputOffset = 6,
  narrowOffset = 7,
  wideOffset = 8,
  inputCapacity = 9,
  differentKeys = 11,
  outcome = 12,
  collected = 13,
  textLength = 14,
  syntax = 15,
  limit = 16,
  isWide = 17,
  wideCapacity = 18,
  longestKey = 20,
  wordCount = 32,
}

/** The result of a function of the codec that could not do what it was asked for. */
export const MALFORMED = 0xffffffff;

/** Whether a result is {@link MALFORMED}, which some backends hand over signed. */
export function isMalformed(result: number): boolean {
  return result >>> 0 === MALFORMED;
}

/** For a text that is too long for the codec's memory. */
export function memoryError(): RangeError {
  return new RangeError('A pair of the query string is too long: it needs more memory than there is');
}

const KEY_SLOTS = 512;
/** Up to so many units, sizes are rounded up, so that a larger workspace fits for the next text too. */
const ROUNDED = 1 << 23;

function roundedUp(units: number): number {
  let size = 1 << 16;
  while (size < units) size *= 2;
  return size > ROUNDED ? units : size;
}
const encoder = new TextEncoder();

/** The codec's memory as JavaScript sees it, and the strings of the keys that the codec knows. */
export class Workspace {
  readonly functions: CodecFunctions;
  /** Header and table; what is behind them is the codec's. */
  readonly words: Uint32Array;
  /** Units of input that there is room for. */
  readonly capacity: number;
  /** The string of each key that the codec knows, by its slot. */
  readonly keys: string[] = [];
  /** Whether a pair that is longer than the input is sliced where it holds nothing to decode. */
  readonly takesPlainValues: boolean;
  /** Whether pairs are being read. */
  isReading = false;
  readonly #wideCapacity: number;
  readonly #bytes: Uint8Array;
  readonly #input: Uint8Array;
  readonly #inputStart: number;
  readonly #narrowStart: number;
  readonly #wideStart: number;
  readonly #strings: StringAccess;
  /** The narrow output. */
  readonly view: DataView;
  /** Makes an object for a result. */
  readonly emptyResult: Platform['emptyResult'];
  readonly #parseText: CodecFunctions['parseText'];
  readonly #backend: Backend;
  readonly #platform: Platform;
  /** A larger one that a long text needed, as long as the collector has not taken it. */
  #larger: WeakRef<Workspace> | undefined;

  constructor(backend: Backend, platform: Platform, units = 0, wideUnits = 0) {
    this.emptyResult = platform.emptyResult;
    this.#backend = backend;
    this.#platform = platform;
    const { functions, buffer, address } = backend.instantiate(units, wideUnits);
    const header = new Uint32Array(buffer, address, Header.wordCount);
    const word = (index: number): number => header[index] as number;
    this.functions = functions;
    this.#parseText = platform.isEnabled('query-whole-text') ? functions.parseText : undefined;
    if (!platform.isEnabled('query-known-keys')) header[Header.longestKey] = 0;
    this.takesPlainValues = platform.isEnabled('query-plain-values');
    this.words = new Uint32Array(buffer, address, word(Header.inputOffset) / 4);
    this.capacity = word(Header.inputCapacity);
    this.#wideCapacity = word(Header.wideCapacity);
    this.#bytes = new Uint8Array(buffer);
    this.#inputStart = address + word(Header.inputOffset);
    this.#narrowStart = address + word(Header.narrowOffset);
    this.#wideStart = address + word(Header.wideOffset);
    this.#input = new Uint8Array(buffer, this.#inputStart, this.capacity * 2);
    this.#strings = platform.strings(buffer);
    this.view = new DataView(buffer, this.#narrowStart);
    for (let slot = 0; slot <= KEY_SLOTS; slot++) this.keys[slot] = '';
  }

  /** Another one of the least size. */
  fresh(): Workspace {
    return another(this.#backend, this.#platform, 0, 0);
  }

  /** This one where it has room for so many units, else a larger one, to be used for one text. */
  withRoom(units: number, wideUnits: number): Workspace {
    if (this.#hasRoom(units, wideUnits)) return this;
    const kept = this.#larger && dereference(this.#larger);
    if (kept !== undefined && !kept.isReading && kept.#hasRoom(units, wideUnits)) return kept;
    const larger = another(this.#backend, this.#platform, roundedUp(units), roundedUp(wideUnits));
    this.#larger = new WeakRef(larger);
    return larger;
  }

  #hasRoom(units: number, wideUnits: number): boolean {
    return units <= this.capacity && wideUnits <= this.#wideCapacity;
  }

  /** Puts a text into the input, as octets when it is ASCII (0), else as UTF-16 code units (1). */
  load(text: string): 0 | 1 {
    // What is not ASCII has more bytes than units; a text that does not fit ends far after its length.
    if (encodeInto(encoder, text, this.#input).written === text.length) return 0;
    this.loadUnits(text);
    return 1;
  }

  /** Puts a text into the input as UTF-8, with U+FFFD for lone surrogates. Returns how many octets that are; 0 when there is no room. */
  loadUtf8(text: string): number {
    const { read, written } = encodeInto(encoder, text, this.#input);
    return read === text.length ? written : 0;
  }

  /** Puts a text into the input as UTF-16 code units. */
  loadUnits(text: string): void {
    this.#strings.writeUnits(text, this.#inputStart);
  }

  /**
   * Reads a whole text, which must fit into the input. The header says what was found; the result is
   * the narrow output.
   */
  parseText(text: string, syntax: number, limit: number): string {
    const parseText = this.#parseText;
    if (parseText !== undefined) return parseText(text, syntax, limit) ?? '';
    const wide = this.load(text);
    this.words[Header.isWide] = wide;
    this.functions.parse(wide, 0, text.length, 1, syntax, limit);
    return this.narrow(this.words[Header.narrowLength] as number);
  }

  /** The narrow output up to a length. */
  narrow(length: number): string {
    return length === 0 ? '' : this.#strings.latin1(this.#narrowStart, this.#narrowStart + length);
  }

  /** The wide output up to a length. */
  wide(length: number): string {
    return length === 0 ? '' : this.#strings.utf16(this.#wideStart, this.#wideStart + length * 2);
  }

  /** The octets of the narrow output up to a length; they are overwritten by the next call. */
  narrowOctets(length: number): Uint8Array {
    return subarray(this.#bytes, this.#narrowStart, this.#narrowStart + length);
  }
}

/** Not in the class: a class that names itself loses its name in a bundle. */
function another(backend: Backend, platform: Platform, units: number, wideUnits: number): Workspace {
  return new Workspace(backend, platform, units, wideUnits);
}
