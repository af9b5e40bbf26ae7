/**
 * One key with its values. Keys that look like numbers keep their place here, which they would lose
 * in an object.
 */

/**
 * @typedef {{ key: string, values: string[] }} Row
 * @typedef {Record<string, string | string[]>} Query what `parse` returns and `stringify` takes
 */

/**
 * @param {Query} query
 * @returns {Row[]}
 */
export function toRows(query) {
  return Object.entries(query).map(([key, value]) => ({ key, values: [value].flat() }));
}

/**
 * @param {Row[]} rows two may have the same key
 * @returns {Query}
 */
export function toQuery(rows) {
  return grouped(rows.flatMap(({ key, values }) => values.map((value) => [key, value])));
}

/**
 * @param {Iterable<[string, string]>} pairs
 * @returns {Query}
 */
export function grouped(pairs) {
  const query = Object.create(null);
  for (const [key, value] of pairs) {
    const before = query[key];
    if (before === undefined) query[key] = value;
    else if (typeof before === 'string') query[key] = [before, value];
    else before.push(value);
  }
  return query;
}

/**
 * @param {Query} query
 * @returns {[string, string][]} a key comes as often as it has values
 */
export function toPairs(query) {
  return toRows(query).flatMap(({ key, values }) => values.map((value) => [key, value]));
}
