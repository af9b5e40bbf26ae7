import { Comparison } from './comparison.mjs';

/**
 * How often a difference has to be there once more when no other program runs: what other processes
 * do may make the same event late several times in a row.
 */
const TIMES_ALONE = 20;

/**
 * Compares the programs of many seeds.
 *
 * @param {{ from: number, count: number, node?: string, atOnce?: number, seconds?: number,
 *   onProgress?: (done: number) => void, onDifference?: (outcome: object, seed: number) => void }}
 *   plan
 * @returns {Promise<{ seeds: number, races: number, found: { seed: number, program: object,
 *   different: object[] }[] }>}
 */
export async function compareSeeds({
  from,
  count,
  node = process.execPath,
  atOnce = 2,
  seconds = Infinity,
  onProgress = () => {},
  onDifference = () => {},
}) {
  const end = performance.now() + seconds * 1000;
  const totals = { seeds: 0, races: 0, found: [] };
  const suspects = [];
  let next = from;
  const work = async () => {
    const comparison = new Comparison(node);
    while (next < from + count && performance.now() < end) {
      const seed = next++;
      const outcome = await comparison.ofSeed(seed);
      totals.seeds++;
      if (outcome === 'race') totals.races++;
      else if (outcome !== 'same') suspects.push([seed, outcome]);
      onProgress(totals.seeds);
    }
    comparison.end();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const [seed, outcome] of suspects) {
    const comparison = new Comparison(node);
    if (outcome.hasCrashed || (await comparison.isAlwaysDifferent(seed, TIMES_ALONE))) {
      totals.found.push({ seed, ...outcome });
      onDifference(outcome, seed);
    } else totals.races++;
    comparison.end();
  }
  return totals;
}
