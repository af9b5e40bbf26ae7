import { inspect } from 'node:util';
import { compareHeld } from './compare-held.mjs';
import { settled } from './held.mjs';
import { count, progress, result } from './report.mjs';

/**
 * How much of a part is warm-up, and how many rounds at least if that is no more than half: what is
 * loaded, compiled and cached once is in memory then.
 */
const WARM_UP = 0.1;
const LEAST_WARM_UP = 20;

/**
 * Makes `count` rounds, several at once, and reports what they leave behind in this process.
 *
 * @param {(index: number) => Promise<void>} round throws, or rejects, when what it got is wrong
 * @param {{ atOnce: number, listeners?: () => number, measured?: () => Record<string, number> }}
 *   how
 */
export async function makeRounds(round, { atOnce, listeners, measured = () => ({}) }) {
  const failures = [];
  let started = 0;
  let done = 0;
  const work = async (end) => {
    while (started < end) {
      const index = started++;
      try {
        await round(index);
      } catch (error) {
        failures.push(`round ${index}: ${inspect(error)}`);
      }
      progress(++done);
    }
  };
  const until = (end) => Promise.all(Array.from({ length: atOnce }, () => work(end)));
  await until(Math.ceil(Math.max(count * WARM_UP, Math.min(LEAST_WARM_UP, count / 2))));
  const warm = await settled(listeners);
  await until(count);
  const after = await settled(listeners);
  const compared = compareHeld(warm, after);
  result({ ...measured(), ...compared.left }, [...compared.failures, ...failures]);
}
