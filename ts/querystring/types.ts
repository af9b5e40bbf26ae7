/**
 * What {@link Querystring.parse} returns: values by key, an array where a key repeats. It has no
 * prototype, so `toString`, `hasOwnProperty` and so on are ordinary keys.
 */
export interface ParsedUrlQuery {
  [key: string]: string | string[] | undefined;
}

/**
 * What {@link Querystring.stringify} takes. Other values than these, and numbers that are not
 * finite, are written as empty strings; so are such elements of an array.
 */
export interface ParsedUrlQueryInput {
  [key: string]:
    | string
    | number
    | boolean
    | bigint
    | readonly (string | number | boolean | bigint)[]
    | null
    | undefined;
}

/** Options of {@link Querystring.parse}. */
export interface ParseOptions {
  /**
   * How many pairs are read at most, empty ones included. 0, negative numbers, fractions, `NaN` and
   * `Infinity` lift the limit.
   *
   * @default 1000
   * @example
   * querystring.parse('a=1&&b=2&c=3', null, null, { maxKeys: 3 }) // { a: '1', b: '2' }
   */
  maxKeys?: number | undefined;
  /**
   * Decodes a key or value. It gets every piece that is not empty, with `+` written as `%20`. When
   * it throws, `querystring.unescape` is used for the piece. What it returns is taken as it is,
   * string or not.
   *
   * @default querystring.unescape
   * @example
   * querystring.parse('a=x+y', null, null, { decodeURIComponent: (text) => text.toUpperCase() }) // { A: 'X%20Y' }
   */
  decodeURIComponent?: ((text: string) => string) | undefined;
}

/** Options of {@link Querystring.stringify}. */
export interface StringifyOptions {
  /**
   * Encodes a key or value. It gets every key and the text of every value, empty ones too.
   *
   * @default querystring.escape
   * @example
   * querystring.stringify({ a: 'ä b' }, null, null, { encodeURIComponent: (text) => text.replaceAll(' ', '+') }) // 'a=ä+b'
   */
  encodeURIComponent?: ((text: string) => string) | undefined;
}

/**
 * The exports of `rt-std/querystring`: plain properties that may be replaced by assignment. `parse`
 * reads `unescape`, and `stringify` reads `escape`, at each call; `unescape` reads
 * `unescapeBuffer`.
 */
export interface Querystring {
  /**
   * Percent-decodes a text to bytes. It never fails: a `%` without two hexadecimal digits is kept,
   * and of a code unit above 255 the lower byte is used.
   *
   * @param text the text
   * @param decodeSpaces whether `+` becomes a space; default `false`
   * @returns a Buffer in Node; elsewhere a Uint8Array whose `toString` reads it as UTF-8
   * @throws TypeError `ERR_INVALID_ARG_TYPE` when `text` is no string and has no numeric length
   * @example
   * querystring.unescapeBuffer('100%25+%zz').toString() // '100%+%zz'
   */
  unescapeBuffer(text: string, decodeSpaces?: boolean): Uint8Array;
  /**
   * Percent-decodes a text as `decodeURIComponent` does. Where that throws, the result of
   * {@link Querystring.unescapeBuffer} is read as UTF-8.
   *
   * @param text the text; anything else is made a string
   * @throws nothing for malformed text
   * @example
   * querystring.unescape('100%') // '100%'
   * querystring.unescape('%E2%82%AC') // '€'
   */
  unescape(text: string): string;
  /**
   * Percent-encodes everything but letters, digits and `! ' ( ) * - . _ ~`.
   *
   * @param text the text; anything else is made a string
   * @throws URIError `ERR_INVALID_URI` when the text ends in the middle of a surrogate pair
   * @example
   * querystring.escape('a b=é') // 'a%20b%3D%C3%A9'
   */
  escape(text: string): string;
  /**
   * Writes an object's own enumerable properties as a query string; an array becomes one pair for
   * each element.
   *
   * @param object what to write; anything but an object gives an empty string
   * @param separator what stands between pairs; default `'&'`, also for `null` and an empty string
   * @param equals what stands between a key and its value; default `'='`, also for `null` and an
   * empty string
   * @param options another encoder
   * @throws URIError `ERR_INVALID_URI` when a key or value ends in the middle of a surrogate pair
   * @example
   * querystring.stringify({ a: ['1', '2'], b: true, c: null }) // 'a=1&a=2&b=true&c='
   * querystring.stringify({ name: 'Jürgen', city: 'Köln' }, ';', ':') // 'name:J%C3%BCrgen;city:K%C3%B6ln'
   */
  stringify(
    object?: ParsedUrlQueryInput,
    separator?: string | null,
    equals?: string | null,
    options?: StringifyOptions | null,
  ): string;
  /**
   * The same as {@link Querystring.stringify}.
   *
   * @example
   * querystring.encode({ 'a b': 'c&d' }) // 'a%20b=c%26d'
   */
  encode(
    object?: ParsedUrlQueryInput,
    separator?: string | null,
    equals?: string | null,
    options?: StringifyOptions | null,
  ): string;
  /**
   * Reads a query string. Keys come in the order of an object's properties: those that are array
   * indices first, then the others as they came. Malformed percent sequences are kept, malformed
   * UTF-8 becomes U+FFFD.
   *
   * @param text the query string, without the `?`; anything but a string gives an empty object
   * @param separator what stands between pairs; default `'&'`, also for `null` and an empty string
   * @param equals what stands between a key and its value; default `'='`, also for `null` and an
   * empty string
   * @param options how many pairs at most (1000), and another decoder
   * @example
   * querystring.parse('a=1&a=2&b=x+y&c') // { a: ['1', '2'], b: 'x y', c: '' }
   * querystring.parse('a:1;b:%E2%82%AC', ';', ':') // { a: '1', b: '€' }
   */
  parse(text: string, separator?: string | null, equals?: string | null, options?: ParseOptions | null): ParsedUrlQuery;
  /**
   * The same as {@link Querystring.parse}.
   *
   * @example
   * querystring.decode('z=%zz') // { z: '%zz' }
   */
  decode(
    text: string,
    separator?: string | null,
    equals?: string | null,
    options?: ParseOptions | null,
  ): ParsedUrlQuery;
}
