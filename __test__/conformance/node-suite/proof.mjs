import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the probes of one file's processes wrote.
 *
 * @typedef {object} Proof
 * @property {number} processes how many processes and workers with a probe ended by themselves
 * @property {boolean} overridden whether Node's modules were replaced in all of them
 * @property {string[]} functions the functions of ours that one of them called,
 *   `<folder>/<file> <name>`
 */

/**
 * @param {string} folder where the probes wrote
 * @returns {Proof}
 */
export function readProof(folder) {
  const reports = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return {
    processes: reports.length,
    overridden: reports.length > 0 && reports.every(({ overridden }) => overridden),
    functions: [...new Set(reports.flatMap(({ functions }) => functions))].sort(),
  };
}
