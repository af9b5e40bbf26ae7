import { stringifyJson } from '../../realm/primordials';
import { flatParts } from './flat-message';

const { isFinite: isFiniteNumber } = Number;

/** From this many units on, a string is quoted faster natively than by `JSON.stringify`. */
export const LONG_TEXT = 768;
/**
 * With more units of long strings than this, the text is left to `JSON.stringify`, which throws
 * when it is longer than the longest string. An escape takes six bytes.
 */
const MAX_UNITS = 2 ** 24;

/**
 * The JSON text of a message in pieces, of which every second one is a long string that is still to
 * be quoted: for a message that is a long string, or an ordinary object with such among its
 * properties and no objects. Nothing of the program runs.
 *
 * @returns nothing for any other message
 */
export function stringifyInPieces(message: unknown): string[] | undefined {
  if (typeof message === 'string') {
    return message.length >= LONG_TEXT && message.length <= MAX_UNITS ? ['', message, ''] : undefined;
  }
  const parts = flatParts(message);
  // An object with its own enumerable `toJSON` function is not flat, and was refused above.
  if (parts === undefined || 'toJSON' in (message as object)) return undefined;
  return objectInPieces(parts);
}

function objectInPieces(parts: readonly unknown[]): string[] | undefined {
  const pieces: string[] = [];
  let units = 0;
  let text = '';
  for (let index = 0; index < parts.length; index += 2) {
    const value = parts[index + 1];
    if (value === undefined || typeof value === 'symbol') continue;
    text += `${text === '' && pieces.length === 0 ? '{' : ','}${quotedName(parts[index] as string)}:`;
    if (typeof value === 'string' && value.length >= LONG_TEXT) {
      units += value.length;
      pieces[pieces.length] = text;
      pieces[pieces.length] = value;
      text = '';
    } else if (typeof value === 'bigint') {
      return undefined;
    } else {
      text += primitiveText(value as string | number | boolean | null);
    }
  }
  if (pieces.length === 0 || units > MAX_UNITS) return undefined;
  pieces[pieces.length] = `${text}}`;
  return pieces;
}

/** Names as they are in JSON: quoting them takes as long as the rest of a message's text. */
let quotedNames: Record<string, string> = makeTable();
let quotedCount = 0;
const MAX_QUOTED = 256;
const MAX_QUOTED_LENGTH = 32;

function makeTable(): Record<string, string> {
  return { __proto__: null } as unknown as Record<string, string>;
}

function quotedName(name: string): string {
  if (name.length > MAX_QUOTED_LENGTH) return stringifyJson(name);
  const known = quotedNames[name];
  if (known !== undefined) return known;
  if (quotedCount === MAX_QUOTED) {
    quotedNames = makeTable();
    quotedCount = 0;
  }
  const quoted = stringifyJson(name);
  quotedNames[name] = quoted;
  quotedCount += 1;
  return quoted;
}

function primitiveText(value: string | number | boolean | null): string {
  if (typeof value === 'string') return stringifyJson(value);
  return typeof value === 'number' && !isFiniteNumber(value) ? 'null' : `${value}`;
}
