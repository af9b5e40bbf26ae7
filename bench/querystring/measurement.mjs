/**
 * What was measured in one runtime.
 *
 * @typedef {object} Measurement
 * @property {string} runtime its name and, of several versions, the major one
 * @property {string} version
 * @property {'native' | 'wasm'} byDefault the contestant that a program gets from
 * `rt-std/querystring`
 * @property {readonly MeasuredRow[]} rows
 */

/**
 * A row of `compare.mjs`.
 *
 * @typedef {object} MeasuredRow
 * @property {'parse' | 'stringify'} operation
 * @property {string} input
 * @property {Record<string, number>} [bar] how long ours may take in Node, relative to each other
 * contestant
 * @property {Record<string, number>} times nanoseconds per call by contestant: the median of the
 * turns
 * @property {Record<string, number>} fastest the same: the least of the turns, which a busy machine
 * disturbs least
 */

/** The runtime's own module, as `compare.mjs` calls it in every runtime. */
export const OWN = 'node';

/** The contestant that a program gets when it chooses the other backend. */
export function byChoice({ byDefault }) {
  return byDefault === 'native' ? 'wasm' : 'native';
}

/**
 * How long one contestant takes relative to another; nothing when one of them cannot do the row.
 */
export function ratio({ fastest }, one, other) {
  const [numerator, denominator] = [fastest[one], fastest[other]];
  return numerator === undefined || denominator === undefined ? undefined : numerator / denominator;
}

/** What a row measures, for people. */
export function labelOf({ operation, input }) {
  return `${operation}: ${input}`;
}

/** The row of the same name in another measurement. */
export function sameRow(measurement, { operation, input }) {
  return measurement.rows.find((row) => row.operation === operation && row.input === input);
}
