import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../scripts/run/command.mjs';
import { toolEnvironment } from '../../../scripts/run/environment.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { runtime, runtimeCommand } from '../../../scripts/runtimes/runtime.mjs';
import { runSpecs, startAva } from '../../../scripts/test/ava.mjs';
import { noCounts, settle } from '../../../scripts/test/counts.mjs';
import { judge } from '../../../scripts/test/expected-failures.mjs';
import { filesOf, reportLate, secondAttempts } from '../../../scripts/test/second-attempt.mjs';
import { readSpecLines } from '../../../scripts/test/spec-lines.mjs';
import { emptyDenoFolder } from './deno-folder.mjs';

const folder = join(root, '__test__', 'conformance', 'runtimes');
const ava = join(folder, 'ava.mjs');

const { specs: patterns, ...known } = JSON.parse(readFileSync(join(folder, 'expectations.json'), 'utf8'));

/** What the runtimes do not run, or cannot do. */
export const { leftOut, limits } = known;

/** The specs that run there: a pattern has one list of names in braces, or none. */
export const specs = patterns.flatMap((pattern) => {
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return names === undefined ? [pattern] : names.split(',').map((name) => before + name + after);
});

const titles = { bun: 'Bun', deno: 'Deno' };

/**
 * Runs for our own specs in Bun and in Deno, by the name of the run.
 *
 * @param {(runtime: 'bun' | 'deno', version: string, results: import('../../../scripts/test/spec-lines.mjs').Result[]) => void}
 *   [onResults] called with the results of a runtime's tests
 */
export function otherRuntimes(onResults) {
  const names = Object.keys(titles);
  return Object.fromEntries(names.map((name) => [`specs in ${titles[name]}`, () => runIn(name, onResults)]));
}

/**
 * Runs our own specs in another runtime. The runtime's own module is no oracle there: Node runs the
 * same specs first, and notes the results of its module (`__test__/support/same-as-node.ts`).
 *
 * A test that a limit names has to fail, and counts as skipped; any other has to pass.
 */
async function runIn(name, onResults) {
  const step = `specs in ${titles[name]}`;
  const command = await runtimeCommand(name);
  const version = await print(step, command[0], ['--version']);
  // Errors have the texts of this Node, which the runtime says it is like.
  const like = await print(step, command[0], [...command.slice(1), join(folder, 'node-version.mjs')]);
  const { counts: inNode, variables } = await askNode(Number.parseInt(like, 10));
  if (inNode.failed > 0) return inNode;
  const starting = (files, label) => runOnce(label, [...command, ava], files, variables);
  const first = await starting(specs, step);
  const late = secondAttempts() ? await passedLate(judge(limits, name, first.results).unexpected, step, starting) : [];
  const results = first.results.map((result) =>
    late.includes(result.title) ? { ...result, outcome: 'passed' } : result,
  );
  const counts = judgeAll(name, step, { ...first, results, isLate: late.length > 0 });
  onResults?.(name, /\d+\.\d+\.\d+/.exec(version)[0], results);
  return counts;
}

async function runOnce(step, command, files, variables) {
  const results = [];
  const lines = [];
  const onLine = readSpecLines(
    (result) => results.push(result),
    (line) => lines.push(line),
  );
  const status = await startAva(step, command, files, { variables, onLine });
  return { results, lines, status };
}

/** Which of the tests that failed without a limit pass when their files run again. */
async function passedLate(titles, step, starting) {
  const files = titles.length > 0 && filesOf(titles, specs);
  if (!files) return [];
  const { results } = await starting(files, `${step}, second attempt`);
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  // AVA writes no file before a title when it runs one file only.
  const late = titles.filter((title) =>
    passed.some((result) => title === result.title || title.endsWith(` › ${result.title}`)),
  );
  for (const title of late) reportLate(`${step}: ${title}`);
  return late;
}

/**
 * A run of the same specs in this Node whose addon watches descriptors as in Bun and Deno, by its
 * name: Node's module is beside it in one process.
 */
export function withoutLibuv() {
  const step = 'specs in Node without libuv';
  const variables = { NODE_OPTIONS: `--require ${join(folder, 'without-libuv.cjs')}` };
  return { [step]: () => runSpecs(specs, { step, variables }) };
}

/** What was asked of each major, by the promise: both runtimes may be like the same. */
const asked = new Map();

function askNode(major) {
  if (!asked.has(major)) asked.set(major, noteAnswers(major));
  return asked.get(major);
}

async function noteAnswers(major) {
  const answers = join(root, 'target', 'answers', `node-${major}`);
  await rm(answers, { recursive: true, force: true });
  await mkdir(answers, { recursive: true });
  // Deno takes any value of FORCE_COLOR for yes. The environment is part of the answers.
  const variables = { ...emptyDenoFolder(), RT_NODE_ANSWERS: answers, FORCE_COLOR: undefined };
  const node = await runtime(`node@${major}`);
  const counts = await runSpecs(specs, { step: `the answers of Node ${major}`, node, variables, concurrency: 3 });
  return { counts, variables };
}

function judgeAll(name, step, { results, lines, status, isLate }) {
  const { unexpected, stale, expected } = judge(limits, name, results);
  const counts = { ...noCounts(), passed: results.filter(({ outcome }) => outcome === 'passed').length };
  counts.skipped = expected.length + results.filter(({ outcome }) => outcome === 'skipped').length;
  counts.failed = unexpected.length + stale.length;
  if (unexpected.length > 0) for (const line of lines) console.log(line);
  for (const title of unexpected) report(step, `failed: ${title}`);
  for (const title of stale) report(step, `expectations.json says that this fails, and it does not: ${title}`);
  // AVA ends with 1 when a test has failed, as some are expected to.
  const failed = status === undefined || status > 1 || (status === 1 && expected.length === 0 && !isLate);
  return settle(counts, failed ? 1 : 0, (text) => report(step, text));
}

async function print(step, program, args) {
  const { output } = await run(step, program, args, { env: toolEnvironment() });
  return output.trim();
}
