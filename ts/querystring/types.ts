/** What {@link Querystring.parse} returns: values by key, an array where a key repeats. It has no prototype. */
export interface ParsedUrlQuery {
  [key: string]: string | string[] | undefined;
}

/**
 * What {@link Querystring.stringify} takes. Other values than these, and numbers that are not finite, are written as empty strings.
 */
export interface ParsedUrlQueryInput {
  readonly [key: string]:
    | string
    | number
    | boolean
    | bigint
    | readonly string[]
    | readonly number[]
    | readonly boolean[]
    | readonly bigint[]
    | null
    | undefined;
}

/** Options of {@link Querystring.parse}. */
export interface ParseOptions {
  /**
   * How many pairs are read at most, empty ones included. 0, negative numbers, fractions, `NaN` and `Infinity` lift the limit.
   *
   * @default 1000
   */
  readonly maxKeys?: number | undefined;
  /**
   * Decodes a key or value. It gets every piece that is not empty, with `+` written as `%20`. When it throws, `querystring.unescape` is used for the piece.
   *
   * @default querystring.unescape
   */
  readonly decodeURIComponent?: ((text: string) => string) | undefined;
}

/** Options of {@link Querystring.stringify}. */
export interface StringifyOptions {
  /**
   * Encodes a key or value.
   *
   * @default querystring.escape
   */
  readonly encodeURIComponent?: ((text: string) => string) | undefined;
}

/**
 * The exports of `rt-std/querystring`: plain properties that may be replaced by assignment. `parse` reads `unescape`, and `stringify` reads `escape`, at
 * each call; `unescape` reads `unescapeBuffer`.
 */
export interface Querystring {
  /**
   * Percent-decodes a text to octets and never fails: a `%` without two hexadecimal digits stands for itself, and of a code unit above 255 the lower octet
   * is taken.
   *
   * @param text the text
   * @param decodeSpaces whether `+` becomes a space
   * @throws TypeError (`ERR_INVALID_ARG_TYPE` in Node) when `text` has no numeric length
   */
  unescapeBuffer(text: string, decodeSpaces?: boolean): Uint8Array;
  /**
   * Percent-decodes a text as `decodeURIComponent` does, or where that throws, with {@link Querystring.unescapeBuffer}, read as UTF-8.
   *
   * @param text the text; anything else is made a string
   * @example
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
   * Writes an object's own enumerable properties as a query string; an array becomes one pair for each element.
   *
   * @param object what to write; anything but an object gives an empty string
   * @param separator what stands between pairs; default `'&'`
   * @param equals what stands between a key and its value; default `'='`
   * @throws URIError `ERR_INVALID_URI` when a key or value ends in the middle of a surrogate pair
   * @example
   * querystring.stringify({ a: ['1', '2'], b: true }) // 'a=1&a=2&b=true'
   */
  stringify(
    object?: ParsedUrlQueryInput,
    separator?: string | null,
    equals?: string | null,
    options?: StringifyOptions | null,
  ): string;
  /** The same as {@link Querystring.stringify}. */
  encode(
    object?: ParsedUrlQueryInput,
    separator?: string | null,
    equals?: string | null,
    options?: StringifyOptions | null,
  ): string;
  /**
   * Reads a query string.
   *
   * @param text the query string, without the `?`; anything but a string gives an empty object
   * @param separator what stands between pairs; default `'&'`
   * @param equals what stands between a key and its value; default `'='`
   * @example
   * querystring.parse('a=1&a=2&b=x+y') // { a: ['1', '2'], b: 'x y' }
   */
  parse(text: string, separator?: string | null, equals?: string | null, options?: ParseOptions | null): ParsedUrlQuery;
  /** The same as {@link Querystring.parse}. */
  decode(
    text: string,
    separator?: string | null,
    equals?: string | null,
    options?: ParseOptions | null,
  ): ParsedUrlQuery;
}
