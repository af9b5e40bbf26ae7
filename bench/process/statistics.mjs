/**
 * @param {readonly number[]} values at least one
 * @returns {{ median: number, minimum: number }}
 */
export function summarize(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, minimum: sorted[0] };
}
