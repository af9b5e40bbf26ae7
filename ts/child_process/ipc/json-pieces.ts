import { types } from 'node:util';
import { loadProcessAddon } from '../../binding/process-addon';

// As Node, which has its own: what a program puts in the place of `JSON.stringify` does not change messages.
const { stringify } = JSON;
const { getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;

/** From this many characters on, looking for what must be escaped natively is faster than `JSON.stringify`. */
export const LONG_TEXT = 4096;
/** How many properties and elements are looked at before `JSON.stringify` is left to do it all. */
const MOST_PROPERTIES = 64;

/** Progress through one message. */
interface Progress {
  propertiesLeft: number;
  longTexts: number;
}

/**
 * The JSON text of a message, as `JSON.stringify` makes it, when the message is plain data in which there is a long string that needs no escapes.
 *
 * No code of the program runs meanwhile: a message with an accessor, with a `toJSON`, of a class, or a Proxy is not plain data.
 *
 * @returns `undefined` for any other message
 */
export function stringifyInPieces(message: unknown): string | undefined {
  const progress = { propertiesLeft: MOST_PROPERTIES, longTexts: 0 };
  const text = valueText(message, progress);
  return progress.longTexts > 0 ? text : undefined;
}

/** The JSON text of a string. */
export function quote(text: string): string {
  return text.length >= LONG_TEXT && loadProcessAddon().needsNoEscape(text) ? `"${text}"` : stringify(text);
}

function valueText(value: unknown, progress: Progress): string | undefined {
  switch (typeof value) {
    case 'string':
      if (value.length >= LONG_TEXT) progress.longTexts += 1;
      return quote(value);
    case 'number':
    case 'boolean':
      return stringify(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? arrayText(value, progress) : objectText(value, progress);
    default:
      return undefined;
  }
}

function objectText(object: object, progress: Progress): string | undefined {
  if (!isPlain(object, Object.prototype)) return undefined;
  let text = '';
  for (const key of keys(object)) {
    const value = dataText(object, key, progress);
    if (value === undefined) return undefined;
    text += `${text === '' ? '{' : ','}${quote(key)}:${value}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function arrayText(array: readonly unknown[], progress: Progress): string | undefined {
  if (!isPlain(array, Array.prototype)) return undefined;
  let text = '';
  for (let index = 0; index < array.length; index++) {
    const value = dataText(array, index, progress);
    if (value === undefined) return undefined;
    text += `${text === '' ? '[' : ','}${value}`;
  }
  return text === '' ? '[]' : `${text}]`;
}

function isPlain(object: object, prototype: object): boolean {
  return !types.isProxy(object) && getPrototypeOf(object) === prototype && !('toJSON' in object);
}

function dataText(holder: object, key: PropertyKey, progress: Progress): string | undefined {
  if (progress.propertiesLeft === 0) return undefined;
  progress.propertiesLeft -= 1;
  const property = getOwnPropertyDescriptor(holder, key);
  return property && Object.hasOwn(property, 'value') ? valueText(property.value, progress) : undefined;
}
