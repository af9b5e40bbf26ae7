import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { assertPassed } from '../browsers/report.mjs';

const limit = 120_000;

/**
 * What must hold in a runtime: every spec passes, and random calls have the results of Node's
 * module, by the codec that is meant for it.
 *
 * @param {string} name of the runtime
 * @param {string[]} command prints the results
 * @param {'wasm' | 'typescript'} codec
 * @param {{ seed: number, count: number }} random
 * @param {string} [cwd]
 * @returns {import('../../../scripts/test/checks.mjs').Check}
 */
export function checkOf(name, [file, ...args], codec, { seed, count }, cwd) {
  return [
    `${name}: the specs, and ${count} random calls as in Node, by ${codec} (RT_FUZZ_SEED=${seed})`,
    async () => {
      const { stdout } = await promisify(execFile)(file, args, { cwd, timeout: limit, maxBuffer: 1 << 28 });
      assertPassed(JSON.parse(stdout), codec, seed, count);
    },
  ];
}
