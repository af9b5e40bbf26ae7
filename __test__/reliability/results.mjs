import { resultFiles } from '../../scripts/report/result-files.mjs';

/**
 * @typedef {object} Result what one part measured
 * @property {string} about
 * @property {number} count
 * @property {number} seed
 * @property {Record<string, number | string>} measured
 * @property {readonly string[]} failures
 * @property {number} seconds
 * @property {readonly { count: number, seed: number, day: string }[]} [earlier] runs before it that
 *   count, too: in none of them anything failed
 * @property {string} [taken] the day, the runtime and the machine; added by {@link record}
 */

/** The results that `docs/reliability.md` shows: one file for each part, written by `--record`. */
export const { record, recorded } = resultFiles('docs/reliability');

/**
 * The runs that a part was recorded with, which a further run with another seed adds to. The rounds
 * of one that failed, or had the same seed, do not count.
 *
 * @param {string} name of the part
 * @param {number} seed of the further run
 */
export async function earlierRuns(name, seed) {
  const last = await recorded(name);
  if (!last) return [];
  const { earlier = [], failures, count, taken } = last;
  const all = failures.length === 0 ? [...earlier, { count, seed: last.seed, day: taken.slice(0, 10) }] : earlier;
  return all.filter((run) => run.seed !== seed);
}
