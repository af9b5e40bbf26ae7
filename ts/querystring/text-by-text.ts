// Writing the pairs of an object one text after the other, as Node does.
import { isArray, namesOf } from './builtins';

/** Encodes a key or value. */
export type Encode = (value: unknown) => unknown;

/** Writes an object with any separators and any encoder, which may return anything. */
export function stringifyTexts(encode: Encode, object: object, separator: string, equals: string): string {
  return appendProperties('', encode, object, namesOf(object), 0, separator, equals);
}

/** Adds the properties from one on to a text. */
export function appendProperties(
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
    text = appendProperty(text, encode, name, (object as Record<string, unknown>)[name], separator, equals);
  }
  return text;
}

/** Adds a property whose value was read. */
export function appendProperty(
  start: string,
  encode: Encode,
  name: string,
  value: unknown,
  separator: string,
  equals: string,
): string {
  // An encoder need not return a string: `+` converts what it returns.
  const key = (encode(name) as string) + equals;
  if (isArray(value)) return appendList(start, encode, key, value, value.length, separator);
  let text = start;
  if (text) text += separator;
  text += key;
  text += encode(value);
  return text;
}

/**
 * Adds the elements of a list. The `length` of a proxied list may be anything; it is used as Node
 * uses it.
 */
export function appendList(
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
