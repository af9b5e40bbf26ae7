import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { printFailure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { noCounts, settle } from './counts.mjs';

const anyStatus = Array.from({ length: 256 }, (_, status) => status);
const passed = /^ {2}✔ /;
const belongsToTest = /^ {4}/;
const failed = /^ {2}✘ /;
const skipped = /^ {2}- \[(skip|todo)\] /;

const summary = /^ {2}\d+ (tests?|known failures?|uncaught exceptions?|unhandled rejections?) ?/;
const limit = 900_000;
const graceAfterSummary = 20_000;

/**
 * Runs the compiled specs. What passed is counted in silence; everything else is shown.
 *
 * @param {string[]} [patterns] only these spec files
 * @param {{ step?: string, node?: string, variables?: NodeJS.ProcessEnv }} [how] another Node to run them, what to call that, and what to add to the environment
 */
export async function runSpecs(patterns = [], { step = 'specs', node = process.execPath, variables = {} } = {}) {
  const counts = noCounts();
  let lastReport = Date.now();
  let afterPassed = false;
  const abort = new AbortController();
  let graceTimer;
  const onLine = (line) => {
    // What a test logs follows its line.
    if (afterPassed && belongsToTest.test(line)) return;
    afterPassed = passed.test(line);
    if (afterPassed) {
      counts.passed++;
      if (Date.now() - lastReport > 15_000) {
        lastReport = Date.now();
        report(step, `${counts.passed} passed so far`);
      }
      return;
    }
    // A program that a test has left behind keeps ava waiting for the end of its output for ever.
    if (summary.test(line)) graceTimer ??= setTimeout(() => abort.abort(), graceAfterSummary);
    if (failed.test(line)) counts.failed++;
    if (skipped.test(line)) counts.skipped++;
    if (line.trim() !== '') console.log(line);
  };
  const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');
  const env = toolEnvironment({ extra: { ...variables, NO_COLOR: '1', FORCE_COLOR: '0' } });
  const remedy = 'when the summary stands above: find the test that leaves a program running';
  let status = 0;
  try {
    ({ status } = await run(step, node, [ava, ...patterns], {
      env,
      onLine,
      accept: anyStatus,
      limit,
      signal: abort.signal,
      remedy,
    }));
  } catch (error) {
    printFailure(error);
    counts.failed++;
  } finally {
    clearTimeout(graceTimer);
  }
  return settle(counts, status, (text) => report(step, text));
}
