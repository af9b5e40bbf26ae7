// The codec in TypeScript, for engines without WebAssembly, or that refuse it. It works on one code
// unit after the other, as Node's module does: nothing here is made for speed.
import { charCodeAt, encodeComponent, engineDecode, fromCodePoint, slice, subarray } from './builtins';
import { KEYS_STAND_ALONE } from './node-rules';
import type { Platform } from './platform';
import type { RawPair } from './raw-pair';

/** Code units. As an enumeration, since a bundler makes numbers of its members. */
enum Unit {
  space = 0x20,
  percent = 0x25,
  plus = 0x2b,
}

/** The value of a hexadecimal digit; `NaN` for any other code unit, and behind the end. */
export function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}

/**
 * Reads the pairs of a text and leaves the decoding to the caller.
 *
 * @param limit - how many pairs at most; 0 for no limit
 * @param customDecoder - whether every piece is meant for a decoder, with `+` as `%20`
 */
export function splitPairs(
  text: string,
  separator: string,
  equals: string,
  limit: number,
  customDecoder: boolean,
): RawPair[] {
  const pairs: RawPair[] = [];
  let remaining = limit;
  // Of key and value in turn: what was read of them, and whether they have to be decoded.
  let pieces!: [string, string];
  let encoded!: [boolean, boolean];
  let piece!: number;
  // Where the part of the piece begins that is not in `pieces` yet.
  let start = 0;
  // How much of a separator and of an escape the last code units were.
  let separatorUnits!: number;
  let equalsUnits!: number;
  let escapeUnits!: number;

  const begin = (): void => {
    pieces = ['', ''];
    encoded = [customDecoder, customDecoder];
    separatorUnits = equalsUnits = escapeUnits = 0;
    piece = equals ? 0 : 1;
  };
  const take = (end: number): void => {
    pieces[piece] += slice(text, start, end);
  };
  const addPair = (): void => {
    pairs[pairs.length] = {
      $key: pieces[0],
      $value: pieces[1],
      $keyEncoded: encoded[0],
      $valueEncoded: encoded[1],
    };
  };

  begin();
  for (let index = 0; index < text.length; index++) {
    const code = charCodeAt(text, index);
    if (code === charCodeAt(separator, separatorUnits)) {
      if (++separatorUnits < separator.length) continue;
      take(index - separatorUnits + 1);
      // Nothing between two separators is no pair, but counts as one.
      if (piece > 0 || pieces[0]) addPair();
      if (--remaining === 0) return pairs;
      start = index + 1;
      begin();
      continue;
    }
    separatorUnits = 0;
    if (piece === 0) {
      if (code === charCodeAt(equals, equalsUnits)) {
        if (++equalsUnits < equals.length) continue;
        take(index - equalsUnits + 1);
        piece = 1;
        escapeUnits = 0;
        start = index + 1;
        continue;
      }
      equalsUnits = 0;
    }
    if (code === Unit.percent) escapeUnits = 1;
    else if (code === Unit.plus) {
      take(index);
      pieces[piece] += customDecoder ? '%20' : ' ';
      start = index + 1;
      // Behind a key's first escape, Node goes on looking for the digits of the next one.
      if (piece === 0 && !encoded[0]) escapeUnits = 0;
    } else if (escapeUnits > 0) {
      escapeUnits = digit(code) >= 0 ? escapeUnits + 1 : 0;
      // A second escape of a key makes an older Node decode the value.
      if (escapeUnits === 3) encoded[encoded[0] && !KEYS_STAND_ALONE ? 1 : piece] = true;
    }
  }
  // Without a separator, Node drops the end of a value.
  if (piece === 0 || separator) take(text.length);
  if (start < text.length || equalsUnits > 0 || pieces[0]) addPair();
  return pairs;
}

/**
 * Escapes a text.
 *
 * @throws the platform's error for a text that ends in the middle of a surrogate pair
 */
export function escapeUnits(text: string, platform: Platform): string {
  let escaped = '';
  for (let index = 0; index < text.length; index++) {
    let code = charCodeAt(text, index);
    if ((code & 0xf800) === 0xd800) {
      // Node takes whatever follows for the second half.
      if (++index === text.length) throw platform.$invalidUri();
      code = 0x10000 + ((code & 0x3ff) << 10) + (charCodeAt(text, index) & 0x3ff);
    }
    escaped += encodeComponent(fromCodePoint(code));
  }
  return escaped;
}

/** Percent-decodes a text to bytes. */
export function bytesOf(text: string, decodeSpaces: boolean | undefined): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let end = 0;
  for (let index = 0; index < text.length; index++) {
    let code = charCodeAt(text, index);
    if (code === Unit.plus && decodeSpaces) code = Unit.space;
    if (code === Unit.percent) {
      const value = digit(charCodeAt(text, index + 1)) * 16 + digit(charCodeAt(text, index + 2));
      if (value >= 0) {
        code = value;
        index += 2;
      }
    }
    bytes[end++] = code;
  }
  return subarray(bytes, 0, end);
}

/** What `decodeURIComponent` returns, or nothing where it throws. */
export function decodeByEngine(value: unknown): string | undefined {
  try {
    return engineDecode(value as string);
  } catch {
    return undefined;
  }
}
