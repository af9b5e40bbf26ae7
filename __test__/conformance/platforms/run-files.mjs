import { dirname, join, relative } from 'node:path';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { startAva } from '../../../scripts/test/ava.mjs';
import { describe } from '../../../scripts/test/counts.mjs';
import { readSpecLines } from '../../../scripts/test/spec-lines.mjs';

const compiled = join(root, '__test__', '.build');

/** What is printed when Wine's server ends by a fault of its own; all that it served hangs then. */
const crash = 'wineserver crashed';
const isCrash = (line) => line.includes(crash);
/** How often a file is run at most while the server crashes below it. */
const mostAttempts = 3;

/** @typedef {import('../../../scripts/test/spec-lines.mjs').Result} Result */

/**
 * Runs spec files together, and prints what a failed run has printed.
 *
 * A run in which Wine's server crashes says nothing of what it tests. Its files are run again then,
 * one by one, so that another crash costs one of them.
 *
 * @param {string} step
 * @param {string[]} command what runs AVA
 * @param {string[]} files the compiled spec files
 * @param {Record<string, string>} variables for the environment
 * @returns {Promise<Result[]>}
 */
export async function runFiles(step, command, files, variables) {
  const together = await runReported(step, command, files, variables);
  if (!together.hasCrashed) return together.results;
  const results = [];
  for (const file of files) results.push(...(await runUntilNoCrash(step, command, file, variables)));
  return results;
}

async function runUntilNoCrash(step, command, file, variables) {
  for (let attempt = 1; ; attempt++) {
    const { results, hasCrashed } = await runReported(step, command, [file], variables);
    if (!hasCrashed || attempt === mostAttempts) return results;
  }
}

async function runReported(step, command, files, variables) {
  const path = commonPath(files);
  const start = performance.now();
  const { results, lines, hasCrashed } = await run(step, command, files, variables, path);
  const count = (outcome) => results.filter((result) => result.outcome === outcome).length;
  if (!hasCrashed && count('failed') > 0) for (const line of lines) console.log(line);
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  const seconds = Math.round((performance.now() - start) / 1000);
  report(step, `${path}: ${hasCrashed ? `${crash} after ${results.length} tests` : describe(counts)} (${seconds} s)`);
  return { results, hasCrashed };
}

/** The part of the files' paths that AVA leaves out of the titles. */
function commonPath(files) {
  const shared = files.length === 1 ? files[0].replace(/\.spec\.js$/, '') : dirname(files[0]);
  return relative(compiled, join(root, shared));
}

async function run(step, command, files, variables, path) {
  const before = path === '' ? '' : `${path.split('/').join(' › ')} › `;
  const results = [];
  const lines = [];
  const onLine = readSpecLines(
    ({ outcome, title }) => {
      results.push({ outcome, title: before + title });
      if (results.length % 50 === 0) report(step, `${path}: ${results.length} tests so far`);
    },
    (line) => lines.push(line),
  );
  const status = await startAva(`${step}, ${path}`, command, files, { variables, onLine, isHopeless: isCrash });
  // AVA ends with 1 when a test has failed. Killed, or ended by something else, it has lost tests.
  if (status !== 0 && !(status === 1 && results.some(({ outcome }) => outcome === 'failed'))) {
    const how = status === undefined ? 'was killed before its end' : `ended with status ${status}`;
    results.push({ outcome: 'failed', title: `${before}AVA ${how}` });
  }
  return { results, lines, hasCrashed: lines.some(isCrash) };
}
