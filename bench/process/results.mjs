import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { summarize } from './statistics.mjs';

/**
 * What was measured of one row: by what was timed and by contestant, the median and the best tenth,
 * in milliseconds.
 *
 * @typedef {Record<string, Record<string, { median: number, tenth: number }>>} Result
 */

/**
 * @param {Record<string, Record<string, number[]>>} samples milliseconds, by contestant and what
 * was timed
 * @returns {Result}
 */
export function summarizeSamples(samples) {
  const result = {};
  for (const [contestant, times] of Object.entries(samples)) {
    for (const [what, milliseconds] of Object.entries(times)) {
      result[what] ??= {};
      result[what][contestant] = summarize(milliseconds);
    }
  }
  return result;
}

/**
 * The results that a file keeps, by the names of the rows; none when there is no such file.
 *
 * @param {string} file
 * @returns {Record<string, Result>}
 */
export function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * @param {string} file
 * @param {Record<string, Result>} results
 */
export function writeResults(file, results) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
}
