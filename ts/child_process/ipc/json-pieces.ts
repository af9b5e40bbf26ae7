import { flatNames } from './flat-message';

// As Node, which has its own: what a program puts in the place of `JSON.stringify` does not change
// messages.
const { stringify } = JSON;
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
export function stringifyInPieces(message: unknown): readonly string[] | undefined {
  if (typeof message === 'string') {
    return message.length >= LONG_TEXT && message.length <= MAX_UNITS ? ['', message, ''] : undefined;
  }
  const names = flatNames(message);
  // An object with its own enumerable `toJSON` function is not flat, and was refused above.
  if (names === undefined || 'toJSON' in (message as object)) return undefined;
  return objectInPieces(message as Record<string, unknown>, names);
}

function objectInPieces(message: Record<string, unknown>, names: readonly string[]): readonly string[] | undefined {
  const pieces: string[] = [];
  let units = 0;
  let text = '';
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const value = message[name];
    if (value === undefined || typeof value === 'symbol') continue;
    text += `${text === '' && pieces.length === 0 ? '{' : ','}${stringify(name)}:`;
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

function primitiveText(value: string | number | boolean | null): string {
  if (typeof value === 'string') return stringify(value);
  return typeof value === 'number' && !isFiniteNumber(value) ? 'null' : `${value}`;
}

/** The whole text. */
export function joinPieces(pieces: readonly string[]): string {
  let text = '';
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] as string;
    text += index % 2 === 1 ? stringify(piece) : piece;
  }
  return text;
}
