import { nameOf } from './sweep-cells.mjs';

/** How long ours may take, relative to the other's time. */
export const BARS = { own: 1, 'fast-querystring': 1.05 };

/**
 * The cells in the order of our time relative to another's, slowest first.
 *
 * @param {readonly (import('./sweep-cells.mjs').Cell & { operation: string, times: Record<string, number> })[]} measured
 * @param {string} other
 * @returns {{ operation: string, cell: string, ratio: number, nanoseconds: number, more: number }[]}
 */
export function ranked(measured, other) {
  return measured
    .map((row) => ({
      operation: row.operation,
      cell: nameOf(row),
      ratio: row.times.ours / row.times[other],
      nanoseconds: row.times.ours,
      more: row.times.ours - row.times[other],
    }))
    .sort((one, another) => another.ratio - one.ratio);
}
