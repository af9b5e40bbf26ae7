import { getUint8, isArray, namesOf, setUint8 } from './builtins';
import { CollectedPairs } from './collected-pairs';
import type { Escaper } from './escape';
import type { Platform } from './platform';
import type { ShortTexts } from './short-texts';
import { textOf } from './text-of';
import type { Querystring } from './types';
import type { Codec } from './workspace';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;

/** Encodes a key or value. */
type Encode = (value: unknown) => unknown;

/**
 * Makes `stringify` for a codec. `exported` is the exports object, whose functions may be replaced.
 */
export function createStringify(
  codec: Codec,
  shortTexts: ShortTexts,
  escaper: Escaper,
  platform: Platform,
  exported: Querystring,
): Querystring['stringify'] {
  const { escape: ownEscape } = exported;
  const joinsTexts = platform.$isEnabled('query-joined-texts');

  return function stringify(object, separator, equals, options) {
    const separatorText = separator || '&';
    const equalsText = equals || '=';
    let encode: (text: string) => unknown = exported.escape;
    if (options && typeof options.encodeURIComponent === 'function') encode = options.encodeURIComponent;
    if (object === null || typeof object !== 'object') return '';
    if (encode !== ownEscape) return stringifyBy((value) => encode(textOf(value)), object, separatorText, equalsText);
    if (joinsTexts && separatorText === '&' && equalsText === '=' && codec() !== undefined) {
      return stringifyDefault(shortTexts, escaper, object);
    }
    return stringifyBy((value) => escaper.$escape(textOf(value)), object, separatorText, equalsText);
  };
}

/** Writes an object with any separators and any encoder, which may return anything. */
function stringifyBy(encode: Encode, object: object, separator: string, equals: string): string {
  return appendProperties('', encode, object, namesOf(object), 0, separator, equals);
}

/** Adds the properties from one on to a text. */
function appendProperties(
  start: string,
  encode: Encode,
  object: object,
  names: readonly string[],
  from: number,
  separator: string,
  equals: string,
): string {
  let text = start;
  for (let position = from; position < names.length; position++) {
    const name = names[position] as string;
    const value = (object as Record<string, unknown>)[name];
    // An encoder need not return a string: `+` converts what it returns.
    const key = (encode(name) as string) + equals;
    if (isArray(value)) {
      text = appendList(text, encode, key, value, value.length, separator);
      continue;
    }
    if (text) text += separator;
    text += key;
    text += encode(value);
  }
  return text;
}

/**
 * Adds the elements of a list. The `length` of a proxied list may be anything; it is used as Node
 * uses it.
 */
function appendList(
  start: string,
  encode: Encode,
  key: string,
  list: readonly unknown[],
  length: number,
  separator: string,
): string {
  let text = start;
  if (length === 0) return text;
  if (text) text += separator;
  for (let index = 0; index < length; index++) {
    if (index > 0) text += separator;
    text += key;
    text += encode(list[index]);
  }
  return text;
}

/**
 * Writes an object with the usual separators and escapes: short texts one after the other, until
 * one is longer; then the rest together.
 *
 * Reading a property, an element or a length may run the caller's code, which may call this module.
 * So they are read while `shortTexts.free` is behind everything written so far, and the texts are
 * written without running any of the caller's code until `free` is behind them.
 */
function stringifyDefault(shortTexts: ShortTexts, escaper: Escaper, object: object): string {
  const { $view: view, $size: size, $write: write } = shortTexts;
  const names = namesOf(object);
  const start = shortTexts.$free;
  // Where the next pair begins, behind an ampersand.
  let end = start;
  let left: CollectedPairs | undefined;
  const written = (): string => {
    // A list may be empty.
    if (left !== undefined && left.$texts.length > 0) return escaper.$escapePairs(left.$texts, start, end);
    return end === start ? '' : shortTexts.$text(start, end - 1);
  };
  try {
    for (let position = 0; position < names.length; position++) {
      const name = names[position] as string;
      shortTexts.$free = end;
      const value = (object as Record<string, unknown>)[name];
      // Where the next text is written; -1 when it is collected.
      let at = left === undefined ? write(name, end, view, size) : -1;
      if (at >= 0) {
        setUint8(view, at++, EQUALS);
      } else {
        left ??= new CollectedPairs(escaper);
        left.$assertWellFormed(name);
      }
      if (typeof value !== 'object' || !isArray(value)) {
        if (at >= 0) at = write(typeof value === 'string' ? value : textOf(value), at, view, size);
        if (at >= 0) {
          setUint8(view, at++, AMPERSAND);
          end = at;
        } else {
          left ??= new CollectedPairs(escaper);
          left.$add(name, value);
        }
        continue;
      }
      const key = end;
      const keyEnd = at;
      if (at >= 0) shortTexts.$free = at;
      const { length } = value;
      if (length === 0) continue;
      if (typeof length !== 'number' || !(length > 0)) {
        // A proxy whose length is not a count: from here on, one text at a time.
        const encode: Encode = (other) => escaper.$escape(textOf(other));
        shortTexts.$free = end;
        const text = appendList(written(), encode, `${encode(name)}=`, value, length, '&');
        return appendProperties(text, encode, object, names, position + 1, '&', '=');
      }
      for (let index = 0; index < length; index++) {
        if (at >= 0) shortTexts.$free = at;
        const element = value[index] as unknown;
        if (at >= 0) {
          // If the key does not fit, the text does not either.
          for (let from = key; index > 0 && from < keyEnd && at < size; from++) {
            setUint8(view, at++, getUint8(view, from));
          }
          at = write(typeof element === 'string' ? element : textOf(element), at, view, size);
        }
        if (at >= 0) {
          setUint8(view, at++, AMPERSAND);
          end = at;
        } else {
          left ??= new CollectedPairs(escaper);
          shortTexts.$free = end;
          left.$add(name, element);
        }
      }
    }
    return written();
  } finally {
    shortTexts.$free = start;
  }
}
