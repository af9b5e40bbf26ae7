import { inputs, objects } from './inputs.mjs';

/**
 * What is measured. `bar` says how long `rt-std/querystring` may take, relative to each other
 * contestant; rows without one are there to be looked at.
 *
 * @typedef {object} Row
 * @property {'parse' | 'stringify'} operation
 * @property {string} input the kind, a name of `inputs`
 * @property {Record<string, number>} [bar]
 * @property {[separator?: string | null, equals?: string | null, options?: object]} [rest] the
 * other arguments
 */

const parseBar = (node, fast, standard = 1) => ({ node, 'fast-querystring': fast, URLSearchParams: standard });
const stringifyBar = (both) => ({ node: both, 'fast-querystring': both, URLSearchParams: 1 });
const EVERY_PAIR = [null, null, { maxKeys: 0 }];

/** @type {readonly Row[]} */
export const rows = [
  { operation: 'parse', input: 'short', bar: parseBar(0.7, 0.8) },
  { operation: 'parse', input: 'typical', bar: parseBar(0.6, 0.75) },
  { operation: 'parse', input: 'encoded', bar: parseBar(0.4, 0.45) },
  { operation: 'parse', input: 'every letter encoded', bar: parseBar(0.4, 0.45) },
  { operation: 'parse', input: 'repeated keys', bar: parseBar(0.65, 0.8) },
  { operation: 'parse', input: '26 bare keys', bar: parseBar(0.95, 0.8) },
  { operation: 'parse', input: 'form, 4 KB', bar: parseBar(0.16, 0.16) },
  { operation: 'parse', input: '1 MB plain', bar: parseBar(0.12, 0.15, 1.5) },
  { operation: 'parse', input: '1 MB escaped', bar: parseBar(0.3, 0.12) },
  { operation: 'parse', input: 'JSON, 100 KB', bar: parseBar(0.25, 0.1) },
  { operation: 'parse', input: 'new keys', bar: parseBar(1, 0.5) },
  { operation: 'parse', input: 'keys in changing order', bar: parseBar(0.6, 0.6) },
  { operation: 'parse', input: 'OAuth callback' },
  { operation: 'parse', input: 'UTM links' },
  { operation: 'parse', input: 'nested-looking keys' },
  { operation: 'parse', input: 'values that are not ASCII' },
  { operation: 'parse', input: 'cookies', rest: ['; '] },
  { operation: 'parse', input: '1 MB plain, one value' },
  { operation: 'parse', input: '1 MB, 20,000 pairs', rest: EVERY_PAIR },
  { operation: 'stringify', input: 'short', bar: stringifyBar(1) },
  { operation: 'stringify', input: 'typical', bar: stringifyBar(1) },
  { operation: 'stringify', input: 'encoded', bar: stringifyBar(0.75) },
  { operation: 'stringify', input: 'every letter encoded', bar: stringifyBar(0.75) },
  { operation: 'stringify', input: 'repeated keys', bar: stringifyBar(1) },
  { operation: 'stringify', input: 'form, 4 KB', bar: stringifyBar(0.45) },
  { operation: 'stringify', input: '1 MB plain', bar: stringifyBar(0.16) },
  { operation: 'stringify', input: '1 MB escaped', bar: stringifyBar(0.25) },
  { operation: 'stringify', input: 'JSON, 100 KB', bar: stringifyBar(0.2) },
  { operation: 'stringify', input: 'OAuth callback' },
  { operation: 'stringify', input: 'UTM links' },
  { operation: 'stringify', input: 'nested-looking keys' },
  { operation: 'stringify', input: 'values that are not ASCII' },
  { operation: 'stringify', input: '1 MB plain, one value' },
  { operation: 'stringify', input: '1 MB, 20,000 pairs' },
];

/** What a row hands to a contestant's function, first argument by first argument. */
export function argumentsOf({ operation, input }, node) {
  if (operation === 'parse') return inputs[input];
  return objects[input] ?? inputs[input].map((text) => ({ ...node.parse(text, null, null, { maxKeys: 0 }) }));
}
