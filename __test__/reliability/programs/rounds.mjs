import { inspect } from 'node:util';
import { compareHeld, settled } from './held.mjs';
import { count, progress, result } from './report.mjs';

/** How much of a part is warm-up: what is loaded, compiled and cached once is in memory then. */
const WARM_UP = 0.1;

/**
 * Makes `count` rounds, several at once, and reports what they leave behind in this process.
 *
 * @param {(index: number) => Promise<void>} round throws, or rejects, when what it got is wrong
 * @param {{ atOnce: number, listeners?: () => number, measured?: () => Record<string, number> }} how
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
  await until(Math.ceil(count * WARM_UP));
  const warm = await settled(listeners);
  await until(count);
  const after = await settled(listeners);
  const compared = compareHeld(warm, after);
  result({ ...measured(), ...compared.left }, [...compared.failures, ...failures]);
}
