/**
 * @param {readonly number[]} values at least one
 * @returns {{ median: number, tenth: number }} the value in the middle, and that which a tenth of
 * all stays below or reaches
 */
export function summarize(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, tenth: sorted[Math.ceil(sorted.length / 10) - 1] };
}
