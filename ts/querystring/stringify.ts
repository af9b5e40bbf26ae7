import { CollectedPairs } from './collected-pairs';
import type { Escaper } from './escape';
import type { ShortTexts } from './short-texts';
import { textOf } from './text-of';
import type { Querystring } from './types';

/** Objects with more properties are escaped by the codec. */
const MANY = 32;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;

/** Makes `stringify` for a codec. `exported` is the exports object, whose functions may be replaced. */
export function createStringify(
  shortTexts: ShortTexts,
  escaper: Escaper,
  exported: Querystring,
): Querystring['stringify'] {
  const { escape: ownEscape } = exported;

  return function stringify(object, separator, equals, options) {
    const separatorText = separator || '&';
    const equalsText = equals || '=';
    let encode: (text: string) => unknown = exported.escape;
    if (options && typeof options.encodeURIComponent === 'function') encode = options.encodeURIComponent;
    if (object === null || typeof object !== 'object') return '';
    if (encode !== ownEscape) return stringifyBy((value) => encode(textOf(value)), object, separatorText, equalsText);
    if (separatorText === '&' && equalsText === '=') return stringifyDefault(shortTexts, escaper, object);
    return stringifyBy((value) => escaper.escape(textOf(value)), object, separatorText, equalsText);
  };
}

/** Writes an object with any separators and any encoder, which may return anything. */
function stringifyBy(encode: (value: unknown) => unknown, object: object, separator: string, equals: string): string {
  let text = '';
  for (const name of Object.keys(object)) {
    const value = (object as Record<string, unknown>)[name];
    // Encoders need not return strings: what is added is what `+` makes of it.
    const key = (encode(name) as string) + equals;
    if (!Array.isArray(value)) {
      if (text) text += separator;
      text += key;
      text += encode(value);
      continue;
    }
    const { length } = value;
    if (length === 0) continue;
    if (text) text += separator;
    for (let index = 0; index < length; index++) {
      if (index > 0) text += separator;
      text += key;
      text += encode(value[index]);
    }
  }
  return text;
}

/**
 * Writes an object with the usual separators and escapes: short texts one behind the other, until one is longer; then what is left together.
 *
 * Getters may call back into this module: what was written is kept from them.
 */
function stringifyDefault(shortTexts: ShortTexts, escaper: Escaper, object: object): string {
  const { view, size, write } = shortTexts;
  const names = Object.keys(object);
  const start = shortTexts.free;
  // Where the next pair begins, behind an ampersand.
  let end = start;
  let left = names.length > MANY ? new CollectedPairs(escaper) : undefined;
  try {
    for (let position = 0; position < names.length; position++) {
      const name = names[position] as string;
      shortTexts.free = end;
      const value = (object as Record<string, unknown>)[name];
      let at = left === undefined ? write(name, end, view, size) : -1;
      if (at < 0) {
        left ??= new CollectedPairs(escaper);
        left.addProperty(name, value);
        continue;
      }
      view.setUint8(at++, EQUALS);
      if (typeof value !== 'object' || !Array.isArray(value)) {
        at = write(typeof value === 'string' ? value : textOf(value), at, view, size);
        if (at < 0) {
          left = new CollectedPairs(escaper);
          left.add(name, value);
          continue;
        }
        view.setUint8(at++, AMPERSAND);
        end = at;
        continue;
      }
      const { length } = value;
      const key = end;
      const keyEnd = at;
      for (let index = 0; index < length; index++) {
        // Where there is no room for it, there is none for the text either.
        for (let from = key; index > 0 && from < keyEnd && at < size; from++) {
          view.setUint8(at++, view.getUint8(from));
        }
        shortTexts.free = at;
        const element = value[index] as unknown;
        at = write(typeof element === 'string' ? element : textOf(element), at, view, size);
        if (at < 0) {
          left = new CollectedPairs(escaper);
          left.add(name, element);
          left.addElements(name, value, index + 1, length);
          break;
        }
        view.setUint8(at++, AMPERSAND);
        end = at;
      }
    }
    // A list may be empty.
    if (left !== undefined && left.texts.length > 0) return escaper.escapePairs(left.texts, start, end);
    return end === start ? '' : shortTexts.text(start, end - 1);
  } finally {
    shortTexts.free = start;
  }
}
