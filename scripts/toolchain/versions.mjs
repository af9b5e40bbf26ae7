/**
 * Whether a version, of numbers with dots, is newer than another.
 *
 * @param {string} version
 * @param {string} than
 */
export function isNewer(version, than) {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number));
  const position = one.findIndex((number, index) => number !== (other[index] ?? 0));
  return position >= 0 && one[position] > (other[position] ?? 0);
}
