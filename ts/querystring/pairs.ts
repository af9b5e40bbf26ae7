/**
 * Reads the pairs of a query string one after the other, without making an object of them.
 *
 * They are the pairs that `parse` of `rt-std/querystring` finds without a limit, in the order of
 * the text. It is plain JavaScript, the same in every runtime.
 *
 * @packageDocumentation
 */
import { plain } from './builtins';
import { PairScanner, pairsOf } from './pair-scanner';

const iteratorOver = plain([][Symbol.iterator] as () => QueryPairs);

/**
 * The pairs of a text. A loop that ends early leaves the rest for the next one. It is what an
 * array's `values()` gives: with `map`, `filter` and the like where the language has them.
 */
export type QueryPairs = ReturnType<[key: string, value: string][]['values']>;

/**
 * Reads the pairs of a query string, each when it is asked for.
 *
 * Source: `querystring.parse`, https://nodejs.org/api/querystring.html.
 *
 * @param text - the query string, without `?`. Anything that is no string has no pairs
 * @param separator - between pairs; default: `'&'`
 * @param equals - between key and value; default: `'='`. With other delimiters than the two
 * defaults all pairs are read at once
 * @returns the pairs, in the order of the text, as often as they are there: percent-decoded, with
 * `+` as a space, malformed escapes as in `parse`. A pair without `equals` has the value `''`.
 * There is no limit of pairs
 * @throws nothing
 */
export function parsePairs(text: string, separator?: string | null, equals?: string | null): QueryPairs {
  const separatorText = separator ? `${separator}` : '&';
  const equalsText = equals ? `${equals}` : '=';
  if (typeof text !== 'string') return new PairScanner('');
  if (separatorText === '&' && equalsText === '=') return new PairScanner(text);
  return iteratorOver(pairsOf(text, separatorText, equalsText));
}

/**
 * Finds the value of a key in a query string. Of the other pairs nothing is made.
 *
 * @param text - the query string, without `?`. Anything that is no string has no pairs
 * @param key - decoded
 * @param separator - between pairs; default: `'&'`
 * @param equals - between key and value; default: `'='`
 * @returns the value of the first pair with this key, decoded, or `undefined` when there is none:
 * as a property of the result of `parse`, not `null` as with `URLSearchParams`
 * @throws TypeError when the key is a symbol
 */
export function get(text: string, key: string, separator?: string | null, equals?: string | null): string | undefined {
  const separatorText = separator ? `${separator}` : '&';
  const equalsText = equals ? `${equals}` : '=';
  const wanted = `${key}`;
  if (typeof text !== 'string') return undefined;
  if (separatorText === '&' && equalsText === '=') return new PairScanner(text).$find(wanted);
  const pairs = pairsOf(text, separatorText, equalsText);
  for (let index = 0; index < pairs.length; index++) {
    const pair = pairs[index] as [string, string];
    if (pair[0] === wanted) return pair[1];
  }
  return undefined;
}
