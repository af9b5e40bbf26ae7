import type { Backend, CodecFunctions, Platform, StringAccess } from './backend';

/** The words of the codec's header: an enumeration, since the browser's bundle has only numbers of it then. */
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
  wordCount = 32,
}

/** The result of a function of the codec that could not do what it was asked for. */
export const MALFORMED = 0xffffffff;

/** Whether a result is {@link MALFORMED}, which some backends hand over signed. */
export function isMalformed(result: number): boolean {
  return result >>> 0 === MALFORMED;
}

/** A workspace that holds more than this is replaced by a small one after the call that needed it. */
const KEPT_SIZE = 8 << 20;

const KEY_SLOTS = 512;
const encoder = new TextEncoder();

/** The codec's memory as JavaScript sees it, and the strings of the keys that the codec knows. */
export class Workspace {
  functions!: CodecFunctions;
  /** Header and table. */
  words!: Uint32Array;
  /** Units of input that there is room for; 0 before {@link prepare}. */
  capacity = 0;
  /** Units of input that can be escaped at once, whatever they are. */
  block = 0;
  #reading = false;
  /** The string of each key that the codec knows, by its slot. */
  keys: string[] = [];
  #wideCapacity = 0;
  #bytes!: Uint8Array;
  #input!: Uint8Array;
  #inputStart = 0;
  #narrowStart = 0;
  #wideStart = 0;
  #strings!: StringAccess;
  /** The narrow output. */
  view!: DataView;
  /** Makes an object for a result. */
  readonly emptyResult: Platform['emptyResult'];
  readonly #backend: Backend;
  readonly #platform: Platform;

  constructor(backend: Backend, platform: Platform) {
    this.emptyResult = platform.emptyResult;
    this.#backend = backend;
    this.#platform = platform;
  }

  /** Takes a codec and memory, unless there are some. A program that loads this package need not call it. */
  prepare(): void {
    if (this.capacity > 0) return;
    this.renew(0, 0);
    this.block = this.capacity;
  }

  /** Takes another codec and memory; what it knew is forgotten. */
  renew(units: number, wideUnits: number): void {
    const { functions, buffer, address } = this.#backend.instantiate(units, wideUnits);
    const header = new Uint32Array(buffer, address, Header.wordCount);
    const word = (index: number): number => header[index] as number;
    this.functions = functions;
    this.words = new Uint32Array(buffer, address, word(Header.inputOffset) / 4);
    this.capacity = word(Header.inputCapacity);
    this.#wideCapacity = wideUnits;
    this.#bytes = new Uint8Array(buffer);
    this.#inputStart = address + word(Header.inputOffset);
    this.#narrowStart = address + word(Header.narrowOffset);
    this.#wideStart = address + word(Header.wideOffset);
    this.#input = new Uint8Array(buffer, this.#inputStart, this.capacity * 2);
    this.#strings = this.#platform.strings(buffer);
    this.view = new DataView(buffer, this.#narrowStart);
    this.keys = new Array<string>(KEY_SLOTS + 1).fill('');
  }

  /** To be called before pairs are read. */
  beginReading(): void {
    this.prepare();
    // The reading before this one was cut off, by an overflow of the stack: the codec knows keys whose strings were not kept.
    if (this.#reading) this.renew(0, 0);
    this.#reading = true;
  }

  /** To be called when the strings of all keys are kept. */
  endReading(): void {
    this.#reading = false;
  }

  /** Makes room for so many units. */
  reserve(units: number, wideUnits = units): void {
    this.prepare();
    if (units > this.capacity || wideUnits > Math.max(this.#wideCapacity, this.capacity)) this.renew(units, wideUnits);
  }

  /** Gives back what a large text needed. */
  release(): void {
    if (this.#bytes.byteLength > KEPT_SIZE) this.renew(0, 0);
  }

  /** Puts a text into the input, as octets when it is ASCII (0), else as UTF-16 code units (1). */
  load(text: string): 0 | 1 {
    const isAscii =
      this.#strings.writeOctets?.(text, this.#inputStart) ??
      // Whatever is not ASCII takes more octets than units; a text that does not fit ends far behind its length.
      encoder.encodeInto(text, this.#input).written === text.length;
    if (isAscii) return 0;
    this.loadUnits(text);
    return 1;
  }

  /** Puts a text into the input as UTF-8, with U+FFFD for lone surrogates. Returns how many octets that are; 0 when there is no room. */
  loadUtf8(text: string): number {
    const { read, written } = encoder.encodeInto(text, this.#input);
    return read === text.length ? written : 0;
  }

  /** Puts a text into the input as UTF-16 code units. */
  loadUnits(text: string): void {
    this.#strings.writeUnits(text, this.#inputStart);
  }

  /**
   * Reads a whole text, for which there must be room. What came of it is in the header; the result is a text that begins with the narrow output, to take
   * slices of.
   */
  parseText(text: string, syntax: number, limit: number): string {
    const { parse, parseText } = this.functions;
    if (parseText !== undefined) return parseText(text, syntax, limit) ?? '';
    parse(this.load(text), 0, text.length, 1, syntax, limit);
    return this.narrowSource(this.words[Header.narrowLength] as number);
  }

  /** A text that begins with the narrow output up to a length, to take slices of. */
  narrowSource(length: number): string {
    if (length === 0) return '';
    return this.#strings.latin1Source(this.#narrowStart, this.#narrowStart + length);
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
    return this.#bytes.subarray(this.#narrowStart, this.#narrowStart + length);
  }
}
