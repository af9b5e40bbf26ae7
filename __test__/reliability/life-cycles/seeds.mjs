import { Comparison } from './comparison.mjs';

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
  let next = from;
  const work = async () => {
    const comparison = new Comparison(node);
    while (next < from + count && performance.now() < end) {
      const seed = next++;
      const outcome = await comparison.ofSeed(seed);
      totals.seeds++;
      if (outcome === 'race') totals.races++;
      else if (outcome !== 'same') {
        totals.found.push({ seed, ...outcome });
        onDifference(outcome, seed);
      }
      onProgress(totals.seeds);
    }
    comparison.end();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return totals;
}
