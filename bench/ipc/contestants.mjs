import { fileURLToPath } from 'node:url';
import { NODE, otherRuntime, RT_STD } from '../process/contestants.mjs';

/**
 * Who is measured: a parent with the module that it forks by, and its child.
 *
 * @typedef {import('../process/contestants.mjs').Contestant & { execArgv: readonly string[] }}
 * Contestant
 */

const OVERRIDE = fileURLToPath(new URL('../../dist/override/index.js', import.meta.url));

/**
 * Node's own pair, our parent with a child of unmodified Node, ours on both ends, and the pairs of
 * other runtimes.
 *
 * @param {readonly string[]} runtimes as `npm run runtimes` takes them
 * @returns {Promise<Contestant[]>}
 */
export async function contestantsWith(runtimes) {
  const pairs = [NODE, RT_STD, { ...RT_STD, name: 'rt-std on both ends', execArgv: ['--require', OVERRIDE] }];
  for (const specifier of runtimes) pairs.push(await otherRuntime(specifier));
  return pairs.map((pair) => ({ execArgv: [], ...pair }));
}
