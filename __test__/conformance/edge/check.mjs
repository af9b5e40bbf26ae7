import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { answersOfNode } from '../browsers/specs.mjs';

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
      const report = JSON.parse(stdout);
      assert.equal(report.codec, codec);
      const tests = Object.entries(report.files).flatMap(([spec, results]) =>
        results.map((result) => ({ spec, ...result })),
      );
      assert.ok(tests.length > 0);
      assert.deepEqual(
        tests.filter(({ failure }) => failure !== undefined).map(({ spec, title, failure }) => [spec, title, failure]),
        [],
      );
      const expected = answersOfNode(seed, count);
      const different = expected.findIndex((line, index) => line !== report.answers[index]);
      assert.equal(different, -1, `not as in Node: ${report.answers[different]}; ${expected[different]}`);
      assert.equal(report.answers.length, expected.length);
    },
  ];
}
