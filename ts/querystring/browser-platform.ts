import { create, fromCharCode, min, subarray } from './builtins';
import type { DecodingPlatform } from './decoding-platform';
import type { ParsedUrlQuery } from './types';
import { decodeByEngine } from './typescript-codec';
import { writeUnitByUnit } from './unit-by-unit';

/** Arguments of one call of `String.fromCharCode`; engines limit how many there may be. */
const CHARACTERS = 8192;

/** Bytes whose `toString` decodes UTF-8, as that of Node's Buffer does. */
class Bytes extends Uint8Array {
  override toString(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this);
  }
}

/** `String.fromCharCode` with all units as its arguments. */
const charactersOf = Function.prototype.apply.bind(fromCharCode, null as never) as unknown as (
  units: Uint8Array | Uint16Array,
) => string;

// TextDecoder would turn lone surrogates into U+FFFD, and its Latin-1 is windows-1252.
function characters(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let start = 0; start < units.length; start += CHARACTERS) {
    text += charactersOf(subarray(units, start, min(start + CHARACTERS, units.length)));
  }
  return text;
}

/** A browser, and any other runtime without Node's modules. */
export const browserPlatform: DecodingPlatform = {
  $isEnabled: () => true,
  $emptyResult: () => create(null) as ParsedUrlQuery,
  $strings(buffer) {
    const bytes = new Uint8Array(buffer);
    const units = new Uint16Array(buffer);
    return {
      $writeUnits: (text, start) => writeUnitByUnit(units, text, start),
      $latin1: (start, end) => characters(subarray(bytes, start, end)),
      $utf16: (start, end) => characters(subarray(units, start / 2, end / 2)),
    };
  },
  $bytes: (bytes) => new Bytes(bytes),
  $decodeComponent: (_codec, value) => decodeByEngine(value),
  $assertLength(length) {
    if (typeof length === 'number' && length >= 0) return;
    const error = new TypeError('The "text" argument must be a string or have a length');
    throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
  },
  $invalidUri: () => Object.assign(new URIError('URI malformed'), { code: 'ERR_INVALID_URI' }),
};
