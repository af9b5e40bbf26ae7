import { charCodeAt, indexOf, min, plain, slice } from './builtins';
import type { RawPair } from './raw-pair';
import { bytesOf, decodeByEngine, digit, splitPairs } from './typescript-codec';
import { textOfUtf8 } from './utf8';

/** Code units. As an enumeration, since a bundler makes numbers of its members. */
enum Unit {
  percent = 0x25,
  ampersand = 0x26,
  plus = 0x2b,
  equals = 0x3d,
}

/**
 * A pair of at most so many units is short. Behind a short one, so many units and some more are
 * looked at one by one: a search costs as much as some ten of them.
 */
const SHORT = 8;
const MORE = 4;

type Pair = [key: string, value: string];

const { getPrototypeOf, setPrototypeOf } = Object;
const { startsWith: ownStartsWith } = String.prototype;
const keptStartsWith = plain(ownStartsWith);

function startsWith(text: string, part: string, from: number): boolean {
  return text.startsWith === ownStartsWith ? text.startsWith(part, from) : keptStartsWith(text, part, from);
}

/** What the engine's iterators inherit from: `map`, `filter` and so on, where it has them. */
const engineIterator = getPrototypeOf(getPrototypeOf([][Symbol.iterator]())) as object;

/**
 * Finds one pair of a text after the other, with `&` and `=` between them, and is the iterator over
 * them. Behind the first units of a pair it searches, and keeps where the next unit of each kind
 * is: a text is looked through once for each.
 */
export class PairScanner implements IterableIterator<Pair> {
  readonly #text: string;
  /** Where the pair begins and ends. */
  #start = 0;
  #end = -1;
  /** Where its key ends. */
  #keyEnd = 0;
  /** Where the first unit is that has to be decoded, or the end of the pair. */
  #encoded = 0;
  #isShort = true;
  #equals = -1;
  #percent = -1;
  #plus = -1;

  constructor(text: string) {
    this.#text = text;
  }

  next(): IteratorResult<Pair, undefined> {
    return this.#advance() ? { value: this.#pair(), done: false } : { value: undefined, done: true };
  }

  [Symbol.iterator](): this {
    return this;
  }

  /** The value of the next pair with this key. */
  $find(wanted: string): string | undefined {
    while (this.#advance()) {
      const start = this.#start;
      const keyEnd = this.#keyEnd;
      if (this.#encoded < keyEnd) {
        const pair = this.#pair();
        if (pair[0] === wanted) return pair[1];
      } else if (keyEnd - start === wanted.length && startsWith(this.#text, wanted, start)) {
        return this.#encoded === this.#end ? this.#rawValue() : this.#pair()[1];
      }
    }
    return undefined;
  }

  /** Goes to the next pair; false when there is none. */
  #advance(): boolean {
    const text = this.#text;
    const { length } = text;
    let start = this.#end + 1;
    // Nothing between two separators is no pair.
    while (start < length && charCodeAt(text, start) === Unit.ampersand) start++;
    this.#start = start;
    if (start >= length) {
      this.#end = length;
      return false;
    }
    let short = start;
    if (this.#isShort) short = min(start + SHORT + MORE, length);
    let keyEnd = -1;
    let encoded = -1;
    let index = start;
    for (; index < short; index++) {
      const unit = charCodeAt(text, index);
      // Most letters.
      if (unit > Unit.equals) continue;
      if (unit === Unit.ampersand) break;
      if (unit === Unit.equals) {
        if (keyEnd < 0) keyEnd = index;
      } else if ((unit === Unit.percent || unit === Unit.plus) && encoded < 0) encoded = index;
    }
    if (index === short && short < length) {
      index = next(text, '&', short);
      if (keyEnd < 0) {
        if (this.#equals < short) this.#equals = next(text, '=', short);
        keyEnd = this.#equals;
      }
      if (encoded < 0) {
        if (this.#percent < short) this.#percent = next(text, '%', short);
        if (this.#plus < short) this.#plus = next(text, '+', short);
        encoded = min(this.#percent, this.#plus);
      }
    }
    this.#isShort = index - start <= SHORT;
    this.#end = index;
    this.#keyEnd = keyEnd < 0 || keyEnd > index ? index : keyEnd;
    this.#encoded = encoded < 0 || encoded > index ? index : encoded;
    return true;
  }

  #pair(): Pair {
    const keyEnd = this.#keyEnd;
    const rawKey = slice(this.#text, this.#start, keyEnd);
    const rawValue = this.#rawValue();
    if (this.#encoded === this.#end) return [rawKey, rawValue];
    const keyHasEscape = this.#encoded < keyEnd && mayHaveEscape(rawKey);
    // Where a key has escapes, older versions of Node decode the value, too.
    const valueHasEscape = keyHasEscape ? indexOf(rawValue, '%') >= 0 : mayHaveEscape(rawValue);
    const key = decoded(rawKey, keyHasEscape);
    const value = decoded(rawValue, valueHasEscape);
    return key === undefined || value === undefined
      ? malformed(slice(this.#text, this.#start, this.#end), key, value)
      : [key, value];
  }

  #rawValue(): string {
    return this.#keyEnd < this.#end ? slice(this.#text, this.#keyEnd + 1, this.#end) : '';
  }
}

setPrototypeOf(PairScanner.prototype, engineIterator);

function next(text: string, unit: string, from: number): number {
  const position = indexOf(text, unit, from);
  return position < 0 ? text.length : position;
}

/** Whether Node may find two digits behind a `%`. In a value it skips a `+` between them. */
function mayHaveEscape(piece: string): boolean {
  let units = 0;
  for (let index = next(piece, '%', 0); index < piece.length; index++) {
    const unit = charCodeAt(piece, index);
    if (unit === Unit.percent) units = 1;
    else if (unit !== Unit.plus) units = units > 0 && digit(unit) >= 0 ? units + 1 : 0;
    if (units === 3) return true;
  }
  return false;
}

/** A piece without its escapes; nothing when they are malformed. */
function decoded(piece: string, hasEscape: boolean): string | undefined {
  const text = withSpaces(piece);
  return hasEscape ? decodeByEngine(text) : text;
}

function withSpaces(piece: string): string {
  let text = '';
  let start = 0;
  for (let plus = indexOf(piece, '+'); plus >= 0; plus = indexOf(piece, '+', start)) {
    text += `${slice(piece, start, plus)} `;
    start = plus + 1;
  }
  return start === 0 ? piece : text + slice(piece, start);
}

/**
 * What Node makes of a pair with malformed escapes. What the engine could decode is known, since
 * an exception takes as long as the rest of some fifty pairs.
 */
function malformed(text: string, key: string | undefined, value: string | undefined): Pair {
  const { $key, $value, $keyEncoded, $valueEncoded } = splitPairs(text, '&', '=', 0, false)[0] as RawPair;
  return [$keyEncoded ? (key ?? bytesDecoded($key)) : $key, $valueEncoded ? (value ?? bytesDecoded($value)) : $value];
}

/** All pairs of a text with any separators, by the plain codec. */
export function pairsOf(text: string, separator: string, equals: string): Pair[] {
  const raw = splitPairs(text, separator, equals, 0, false);
  const pairs: Pair[] = [];
  for (let index = 0; index < raw.length; index++) {
    const { $key, $value, $keyEncoded, $valueEncoded } = raw[index] as RawPair;
    pairs[index] = [
      $keyEncoded ? (decodeByEngine($key) ?? bytesDecoded($key)) : $key,
      $valueEncoded ? (decodeByEngine($value) ?? bytesDecoded($value)) : $value,
    ];
  }
  return pairs;
}

function bytesDecoded(piece: string): string {
  return textOfUtf8(bytesOf(piece, false));
}
