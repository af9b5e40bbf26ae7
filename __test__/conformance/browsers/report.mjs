import assert from 'node:assert/strict';
import { answersOfNode } from './specs.mjs';

/**
 * What must hold of the specs' report of a place without Node: every test passes, and random calls
 * have the results of Node's module, by the codec that is meant for it.
 *
 * @param {import('./specs.ts').Report} report
 * @param {'wasm' | 'typescript'} codec
 * @param {number} seed
 * @param {number} count of the calls
 */
export function assertPassed({ codec: used, files, answers }, codec, seed, count) {
  assert.equal(used, codec);
  const tests = Object.entries(files).flatMap(([file, results]) => results.map((result) => ({ file, ...result })));
  assert.ok(tests.length > 0);
  assert.deepEqual(
    tests.filter(({ failure }) => failure !== undefined),
    [],
  );
  const expected = answersOfNode(seed, count);
  const different = expected.findIndex((line, index) => line !== answers[index]);
  assert.equal(different, -1, `not as in Node: ${answers[different]}; ${expected[different]}`);
  assert.equal(answers.length, expected.length);
}
