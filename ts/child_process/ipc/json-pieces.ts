// As Node, which has its own: what a program puts in the place of `JSON.stringify` does not change messages.
const { stringify } = JSON;
const { getPrototypeOf, keys } = Object;
const { toString: tagOf } = Object.prototype;

/** From this many characters on, a string is quoted faster natively than by `JSON.stringify`. */
export const LONG_TEXT = 768;
/** How many properties are looked at one by one before `JSON.stringify` is left to do the others. */
const MOST_PROPERTIES = 64;
/** How deep objects are looked into. */
const MOST_DEPTH = 4;
/** How many quoted names are kept. */
const MOST_NAMES = 1024;

const quotedNames = new Map<string, string>();

/**
 * A JSON text in pieces, of which every second one is a string that is still to be quoted.
 *
 * The program's code runs as in `JSON.stringify`, in the same order and as often: `toJSON` and a property are read once, each value is complete before the next
 * property is read. Only how a value is written differs.
 */
class Pieces {
  readonly #pieces: string[] = [];
  #text = '';
  #propertiesLeft = MOST_PROPERTIES;

  /** Adds a string that is to be quoted later. */
  addLong(text: string): void {
    this.#pieces.push(this.#text, text);
    this.#text = '';
  }

  /** Adds an object for which {@link isOrdinary} is true. */
  addObject(object: object, depth: number): void {
    let separator = '{';
    for (const name of keys(object)) {
      const before = `${separator}${quotedName(name)}:`;
      const isWritten = this.#addProperty(before, name, (object as Record<string, unknown>)[name], depth);
      if (isWritten) separator = ',';
    }
    this.#text += separator === '{' ? '{}' : '}';
  }

  /** The whole text, or its pieces when there is a string to be quoted. */
  finish(): string | readonly string[] {
    if (this.#pieces.length === 0) return this.#text;
    this.#pieces.push(this.#text);
    return this.#pieces;
  }

  /** Returns whether the property is written: `undefined`, functions and symbols are not. */
  #addProperty(before: string, name: string, value: unknown, depth: number): boolean {
    this.#propertiesLeft -= 1;
    switch (typeof value) {
      case 'string':
        if (value.length < LONG_TEXT) {
          this.#text += before + stringify(value);
        } else {
          this.#text += before;
          this.addLong(value);
        }
        return true;
      case 'number':
        this.#text += before + (Number.isFinite(value) ? value : 'null');
        return true;
      case 'boolean':
        this.#text += before + value;
        return true;
      case 'undefined':
      case 'symbol':
        return false;
      case 'object':
        if (value === null) {
          this.#text += `${before}null`;
          return true;
        }
        if (this.#propertiesLeft > 0 && depth < MOST_DEPTH && isOrdinary(value)) {
          this.#text += before;
          this.addObject(value, depth + 1);
          return true;
        }
    }
    // In an object, so that a `toJSON` is called with the property's name. The text of an object without the property is `{}`.
    const text = stringify({ [name]: value });
    if (text.length === 2) return false;
    this.#text += before[0] + text.slice(1, -1);
    return true;
  }
}

/**
 * The JSON text of a message as `JSON.stringify` makes it, in pieces where there are long strings.
 *
 * @returns the text, the pieces of it, of which every second one is a string that is to be quoted, or `undefined` when the message is neither a long string nor
 * an ordinary object: nothing of the program has run then, but for the getter of a `toJSON` or the traps of a Proxy
 * @throws what `JSON.stringify` throws
 */
export function stringifyInPieces(message: unknown): string | readonly string[] | undefined {
  const isObject = typeof message === 'object' && message !== null;
  if (isObject ? !isOrdinary(message) : typeof message !== 'string' || message.length < LONG_TEXT) return undefined;
  const pieces = new Pieces();
  if (!isObject) {
    pieces.addLong(message as string);
    return pieces.finish();
  }
  try {
    pieces.addObject(message, 0);
  } catch (error) {
    // The error for a cycle tells where it begins and closes, which only the whole message shows.
    if (error instanceof TypeError && error.message.startsWith('Converting circular')) return stringify(message);
    throw error;
  }
  return pieces.finish();
}

/** The whole text. */
export function joinPieces(pieces: readonly string[]): string {
  return pieces.map((piece, position) => (position % 2 === 1 ? stringify(piece) : piece)).join('');
}

/** Whether `JSON.stringify` would write an object with the own properties: it is no array and no boxed value, of no class, and has no `toJSON`. */
function isOrdinary(object: object): boolean {
  return (
    getPrototypeOf(object) === Object.prototype &&
    tagOf.call(object) === '[object Object]' &&
    typeof (object as { toJSON?: unknown }).toJSON !== 'function'
  );
}

function quotedName(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const quoted = stringify(name);
  if (quotedNames.size < MOST_NAMES && name.length < 64) quotedNames.set(name, quoted);
  return quoted;
}
