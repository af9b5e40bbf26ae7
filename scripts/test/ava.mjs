import { join } from 'node:path';
import { anyStatus, run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { printFailure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { noCounts, settle } from './counts.mjs';
import { readSpecLines } from './spec-lines.mjs';

const summary = /^ {2}\d+ (tests?|known failures?|uncaught exceptions?|unhandled rejections?) ?/;
const limit = 900_000;
const graceAfterSummary = 20_000;
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');

/**
 * Runs the compiled specs. Passed tests are only counted; everything else is printed.
 *
 * @param {string[]} [patterns] only these spec files
 * @param {object} [how]
 * @param {string} [how.step] what to call that
 * @param {string} [how.node] another Node to run them
 * @param {Record<string, string>} [how.variables] to add to the environment
 * @param {number} [how.concurrency] how many files run at once; default: package.json
 * @param {(result: import('./spec-lines.mjs').Result) => void} [how.onResult] called for each test
 */
export async function runSpecs(
  patterns = [],
  { step = 'specs', node = process.execPath, variables, concurrency, onResult } = {},
) {
  const counts = noCounts();
  let lastReport = Date.now();
  const count = (result) => {
    counts[result.outcome]++;
    onResult?.(result);
    if (result.outcome === 'passed' && Date.now() - lastReport > 15_000) {
      lastReport = Date.now();
      report(step, `${counts.passed} passed so far`);
    }
  };
  const show = (line) => {
    if (line.trim() !== '') console.log(line);
  };
  const atOnce = concurrency ? [`--concurrency=${concurrency}`] : [];
  const status = await startAva(step, [node, ava, ...atOnce], patterns, {
    variables,
    onLine: readSpecLines(count, show),
  });
  if (status === undefined) counts.failed++;
  return settle(counts, status ?? 0, (text) => report(step, text));
}

/**
 * Starts AVA on compiled specs.
 *
 * @param {string} step what to call that
 * @param {string[]} command what runs AVA, and which program that is
 * @param {string[]} patterns only these spec files
 * @param {{ variables?: Record<string, string>, onLine: (line: string) => void }} options
 * @returns {Promise<number | undefined>} its exit status; `undefined` when it was killed or could
 *   not be started, which is printed
 */
export async function startAva(step, [executable, ...args], patterns, { variables = {}, onLine }) {
  const env = toolEnvironment({ extra: { NO_COLOR: '1', FORCE_COLOR: '0', ...variables } });
  const remedy = 'when the summary stands above: find the test that leaves a program running';
  const abort = new AbortController();
  let graceTimer;
  const watchForSummary = (line) => {
    // A program that a test has left behind keeps ava waiting for the end of its output for ever.
    if (summary.test(line)) graceTimer ??= setTimeout(() => abort.abort(), graceAfterSummary);
    onLine(line);
  };
  try {
    const options = { env, onLine: watchForSummary, accept: anyStatus, limit, signal: abort.signal, remedy };
    return (await run(step, executable, [...args, ...patterns], options)).status;
  } catch (error) {
    printFailure(error);
    return undefined;
  } finally {
    clearTimeout(graceTimer);
  }
}
