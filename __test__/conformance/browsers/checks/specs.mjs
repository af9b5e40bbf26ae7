import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { report } from '../../../../scripts/run/progress.mjs';
import { runChecks } from '../../../../scripts/test/checks.mjs';
import { noCounts, sum } from '../../../../scripts/test/counts.mjs';
import { assertNothingBeyond, runInBrowser } from '../run-in-browser.mjs';
import { answersOfNode } from '../specs.mjs';

const mostShown = 3;
const shownCharacters = 300;

/**
 * The specs that take long: each codec passes them in a page, so not every place and not every
 * bundle repeats them.
 */
export const long = ['long.spec.ts', 'collected.spec.ts', 'reading.fuzz.spec.ts'];

/**
 * Runs the specs in one place of one browser. Each test counts, and so do the comparison with
 * Node's answers and what was requested.
 *
 * @param {string} step
 * @param {import('../run-in-browser.mjs').Opened} opened
 * @param {object} what
 * @param {'page' | 'worker'} what.place
 * @param {string[]} what.leftOut spec files that are not to run
 * @param {string} what.folder of the bundle
 * @param {number} what.seed
 * @param {number} what.count
 * @returns {Promise<import('../../../../scripts/test/counts.mjs').Counts>}
 */
export async function specs(step, opened, { place, leftOut, folder, seed, count }) {
  const { result, ...requested } = await runInBrowser(opened, place, { wrong: false, leftOut, seed, count });
  const tests = Object.entries(result.files).flatMap(([file, results]) => results.map((test) => ({ file, ...test })));
  const counts = noCounts();
  for (const { file, title, failure } of tests) {
    counts[failure === undefined ? 'passed' : 'failed']++;
    if (failure !== undefined) report(step, `FAILED ${file}: ${title}\n${failure}`);
  }
  report(step, `${counts.passed} of ${tests.length} tests passed`);
  const checks = await runChecks([
    [
      `${step}: the table of values and ${count} random calls have the same results as in Node (RT_FUZZ_SEED=${seed})`,
      () => compareAnswers(result.answers, answersOfNode(seed, count)),
    ],
    [`${step}: nothing was requested beyond the bundle`, () => assertNothingBeyond(folder, result, requested)],
  ]);
  return sum([counts, checks]);
}

function compareAnswers(actual, expected) {
  const different = expected.flatMap((line, index) =>
    line === actual[index]
      ? []
      : [{ here: actual[index]?.slice(0, shownCharacters), Node: line.slice(0, shownCharacters) }],
  );
  assert.equal(
    different.length,
    0,
    `not those of Node: ${different.length}, such as ${inspect(different.slice(0, mostShown))}`,
  );
  assert.equal(actual.length, expected.length);
}
