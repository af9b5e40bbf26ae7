import { isDeepStrictEqual } from 'node:util';
import { summarize } from '../../../bench/process/statistics.mjs';
import { noCounts } from '../../../scripts/test/counts.mjs';
import { runProgram } from './run-program.mjs';
import { alone, counted, countedByNode, overridden } from './variants.mjs';

/**
 * @typedef {object} Row
 * @property {import('./catalogue.mjs').Program} program
 * @property {string} version
 * @property {'passed' | 'failed' | 'not reached' | 'skipped'} verdict
 * @property {string} [note] what is wrong, or why it is skipped; of one that has passed, what was
 *   wrong in its first attempt
 * @property {import('./run-program.mjs').Run} [run] the run that shows it
 * @property {number} children how many were started through us
 * @property {{ alone: number, overridden: number, ratio: number } | undefined} times the medians of
 *   all rounds, in milliseconds, and that of the second beside the first of each round
 * @property {import('../../../scripts/test/counts.mjs').Counts} counts
 */

/**
 * Runs a program on plain Node and under the override. Both must have the expected result,
 * and children must have been started through us. Many of these programs' tests have time limits,
 * which a busy machine exceeds: one that fails gets a second attempt, and the row says so.
 *
 * @param {import('./catalogue.mjs').Program} program
 * @param {Awaited<ReturnType<typeof import('./install.mjs').installPrograms>>} installed
 * @param {object} options
 * @param {number} options.rounds how often each is run for its time, in turns; with none, the times
 *   are those of the runs that are checked
 * @param {boolean} options.byNode whether Node's module starts processes below ours
 * @returns {Promise<Row>}
 */
export async function compare(program, installed, options) {
  const first = await attempt(program, installed, options);
  if (first.verdict !== 'failed') return first;
  const second = await attempt(program, installed, options);
  return second.verdict === 'passed' ? { ...second, note: first.note, run: first.run } : second;
}

/** @returns {Promise<Row>} */
async function attempt(program, installed, { rounds, byNode }) {
  const version = installed.versionOf(program.package);
  const row = (verdict, details) => ({ program, version, verdict, children: 0, ...details, counts: countsOf(verdict) });
  const { missing, variables } = (await program.needs?.()) ?? {};
  if (missing) return row('skipped', { note: missing });
  const start = (variant) => runProgram(program, installed.modules, { ...variables, ...variant });

  const before = await start(alone);
  const withoutUs = problem(program, before);
  if (withoutUs) return row('failed', { note: `on plain Node: ${withoutUs}`, run: before });
  const after = await start(byNode ? countedByNode : counted);
  const withUs = problem(program, after);
  const { children } = after;
  if (withUs) return row('failed', { note: withUs, run: after, children });
  if (children === 0) return row('not reached', { note: 'no child was started through us', run: after });

  const pairs = rounds === 0 ? [{ alone: before, overridden: after }] : [];
  for (let round = 0; round < rounds; round++) pairs.push(await runPair(start, round));
  for (const [name, run] of pairs.flatMap(Object.entries)) {
    const odd = problem(program, run);
    if (odd) return row('failed', { note: `in a further run, ${name}: ${odd}`, run, children });
  }
  return row('passed', { children, times: timesOf(pairs) });
}

/** In each second round the other one comes first: what a machine does meanwhile hits both. */
async function runPair(start, round) {
  const variants = Object.entries({ alone, overridden });
  const pair = {};
  for (const [name, variant] of round % 2 === 0 ? variants : variants.toReversed()) pair[name] = await start(variant);
  return pair;
}

function timesOf(pairs) {
  const median = (ofPair) => summarize(pairs.map(ofPair)).median;
  return {
    alone: median((pair) => pair.alone.milliseconds),
    overridden: median((pair) => pair.overridden.milliseconds),
    ratio: median((pair) => pair.overridden.milliseconds / pair.alone.milliseconds),
  };
}

function problem({ expected }, { trouble, result }) {
  if (trouble) return trouble;
  const names = [...new Set([...Object.keys(expected), ...Object.keys(result)])];
  const different = names.filter((name) => !isDeepStrictEqual(result[name], expected[name]));
  if (different.length === 0) return undefined;
  return different
    .map((name) => `'${name}' is ${JSON.stringify(result[name])} instead of ${JSON.stringify(expected[name])}`)
    .join('; ');
}

function countsOf(verdict) {
  const counted = { passed: 'passed', skipped: 'skipped' }[verdict] ?? 'failed';
  return { ...noCounts(), [counted]: 1 };
}
