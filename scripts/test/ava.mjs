import { join } from 'node:path';
import { anyStatus, run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { printFailure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { noCounts, settle } from './counts.mjs';
import { filesOf, reportLate, secondAttempts } from './second-attempt.mjs';
import { readSpecLines } from './spec-lines.mjs';

const summary = /^ {2}\d+ (tests?|known failures?|uncaught exceptions?|unhandled rejections?) ?/;
const failedOutsideTests = /^ {2}\d+ (uncaught exception|unhandled rejection)/;
const usualLimit = 900_000;
const graceAfterSummary = 20_000;
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');

/**
 * Runs the compiled specs. Passed tests are only counted; everything else is printed. In CI the
 * files in which tests fail are run again, one at a time.
 *
 * @param {string[]} [patterns] only these spec files
 * @param {How} [how]
 *
 * @typedef {object} How
 * @property {string} [step] what to call that
 * @property {string} [node] another Node to run them
 * @property {Record<string, string>} [variables] to add to the environment
 * @property {number} [concurrency] how many files run at once; default: package.json
 * @property {(result: import('./spec-lines.mjs').Result) => void} [onResult] called for each test
 */
export async function runSpecs(patterns = [], how = {}) {
  const { counts, failed, isComplete } = await runOnce(patterns, how);
  const files = secondAttempts() && isComplete && failed.length > 0 && filesOf(failed, patterns);
  if (!files) return counts;
  const again = await runOnce(files, { ...how, step: `${how.step ?? 'specs'}, second attempt`, concurrency: 1 });
  if (again.counts.failed > 0) return counts;
  for (const title of failed) reportLate(title);
  return { ...counts, passed: counts.passed + failed.length, failed: 0 };
}

async function runOnce(patterns, { step = 'specs', node = process.execPath, variables, concurrency, onResult }) {
  const counts = noCounts();
  const failed = [];
  let lastReport = Date.now();
  const count = (result) => {
    counts[result.outcome]++;
    if (result.outcome === 'failed') failed.push(result.title);
    onResult?.(result);
    if (result.outcome === 'passed' && Date.now() - lastReport > 15_000) {
      lastReport = Date.now();
      report(step, `${counts.passed} passed so far`);
    }
  };
  let isComplete = true;
  const show = (line) => {
    if (failedOutsideTests.test(line)) isComplete = false;
    if (line.trim() !== '') console.log(line);
  };
  const atOnce = concurrency ? [`--concurrency=${concurrency}`] : [];
  const status = await startAva(step, [node, ava, ...atOnce], patterns, {
    variables,
    onLine: readSpecLines(count, show),
  });
  if (status === undefined) counts.failed++;
  if (status !== 0 && status !== 1) isComplete = false;
  return { counts: settle(counts, status ?? 0, (text) => report(step, text)), failed, isComplete };
}

/**
 * Starts AVA on compiled specs.
 *
 * @param {string} step what to call that
 * @param {string[]} command what runs AVA, and which program that is
 * @param {string[]} patterns only these spec files
 * @param {object} options
 * @param {Record<string, string>} [options.variables] to add to the environment
 * @param {(line: string) => void} options.onLine
 * @param {number} [options.limit] in milliseconds: AVA is killed then; default: 15 minutes
 * @param {(line: string) => boolean} [options.isHopeless] whether AVA hangs after this line: it is
 *   killed then
 * @returns {Promise<number | undefined>} its exit status; `undefined` when it was killed or could
 *   not be started, which is printed
 */
export async function startAva(step, [executable, ...args], patterns, options) {
  const { variables = {}, onLine, limit = usualLimit, isHopeless } = options;
  const env = toolEnvironment({ extra: { NO_COLOR: '1', FORCE_COLOR: '0', ...variables } });
  // Node 20 reads these certificates in each process, for longer than the rest of its start.
  delete env.NODE_EXTRA_CA_CERTS;
  const remedy = 'when the summary stands above: find the test that leaves a program running';
  const abort = new AbortController();
  let graceTimer;
  const watch = (line) => {
    // A program that a test has left behind keeps ava waiting for the end of its output for ever.
    if (summary.test(line)) graceTimer ??= setTimeout(() => abort.abort(), graceAfterSummary);
    if (isHopeless?.(line)) abort.abort();
    onLine(line);
  };
  try {
    const how = { env, onLine: watch, accept: anyStatus, limit, signal: abort.signal, remedy };
    return (await run(step, executable, [...args, ...patterns], how)).status;
  } catch (error) {
    printFailure(error);
    return undefined;
  } finally {
    clearTimeout(graceTimer);
  }
}
