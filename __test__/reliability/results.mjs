import { resultFiles } from '../../scripts/report/result-files.mjs';

/**
 * @typedef {object} Result what one part measured
 * @property {string} about
 * @property {number} count
 * @property {number} seed
 * @property {Record<string, number | string>} measured
 * @property {readonly string[]} failures
 * @property {number} seconds
 * @property {string} [taken] the day, the runtime and the machine; added by {@link record}
 */

/** The results that `docs/reliability.md` shows: one file for each part, written by `--record`. */
export const { record, recorded } = resultFiles('docs/reliability');
