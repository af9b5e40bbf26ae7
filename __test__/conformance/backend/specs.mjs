import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { runtime } from '../../../scripts/runtimes/runtime.mjs';
import { startAva } from '../../../scripts/test/ava.mjs';
import { noCounts, settle } from '../../../scripts/test/counts.mjs';
import { judge } from '../../../scripts/test/expected-failures.mjs';
import { unlessSet } from '../../../scripts/test/lengths.mjs';
import { specFiles, specFilesBut } from '../../../scripts/test/spec-files.mjs';
import { readSpecLines } from '../../../scripts/test/spec-lines.mjs';

/** In milliseconds: most of Node's own ways are slower than the addon's. */
const limit = 45 * 60_000;

const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');

/**
 * The specs that do not run (they test options that this backend refuses, or the addon itself),
 * and the tests that fail, each with its reason.
 */
const { leftOut, long, limits } = JSON.parse(
  readFileSync(join(root, '__test__', 'conformance', 'backend', 'expectations.json'), 'utf8'),
);

/** How many random calls are made where nothing else is said. */
const LENGTHS = {
  RT_FUZZ_COUNT: '10000',
  RT_DIFFERENTIAL_COUNT: '300',
  RT_LEAK_COUNT: '1500',
  RT_HOSTILE_COUNT: '150',
};
const SHORT_LENGTHS = { ...LENGTHS, RT_DIFFERENTIAL_COUNT: '100', RT_HOSTILE_COUNT: '30' };

/** What depends on the backend. */
const FOLDERS = ['backend', 'child_process', 'command', 'override', 'register'];

/**
 * Runs the specs with Node's own module as what starts processes. A test that a limit names has to
 * fail, and counts as skipped; any other has to pass.
 *
 * @param {{ major?: number, short?: boolean }} how which Node, default this machine's; and whether
 *   to run only what is short and depends on the backend
 * @returns {Promise<import('../../../scripts/test/counts.mjs').Counts>}
 */
export async function runSpecsOnNode({ major, short = false }) {
  const node = major === undefined ? process.execPath : await runtime(`node@${major}`);
  const step = `specs by the module of Node ${major ?? process.versions.node}`;
  const variables = { RT_STD_BACKEND: 'node', ...unlessSet(short ? SHORT_LENGTHS : LENGTHS) };
  const results = [];
  const lines = [];
  const onLine = readSpecLines(
    (result) => results.push(result),
    (line) => lines.push(line),
  );
  const status = await startAva(step, [node, ava, '--concurrency=3'], chosenSpecs(short), { variables, onLine, limit });
  return judgeAll(step, results, lines, status, { short, major: major ?? Number.parseInt(process.versions.node, 10) });
}

function chosenSpecs(short) {
  const without = [...leftOut.flatMap(({ files }) => files), ...(short ? long : [])];
  const rest = specFilesBut(without);
  if (!short) return rest;
  const wanted = new Set(FOLDERS.flatMap((folder) => specFiles([`${folder}/`])));
  return rest.filter((file) => wanted.has(file));
}

/** Some tests fail with the module of one version of Node only. */
function limitsOn(major) {
  return limits.map((limit) => ({ ...limit, node: [...(limit.node ?? []), ...(limit[`node ${major}`] ?? [])] }));
}

function judgeAll(step, results, lines, status, { short, major }) {
  const { unexpected, stale, expected } = judge(limitsOn(major), 'node', results);
  // What did not run cannot have failed.
  const missed = short ? [] : stale;
  const counts = { ...noCounts(), passed: results.filter(({ outcome }) => outcome === 'passed').length };
  counts.skipped = expected.length + results.filter(({ outcome }) => outcome === 'skipped').length;
  counts.failed = unexpected.length + missed.length;
  if (unexpected.length > 0) for (const line of lines) console.log(line);
  for (const title of unexpected) report(step, `failed: ${title}`);
  for (const title of missed) report(step, `expectations.json says that this fails, and it does not: ${title}`);
  // AVA ends with 1 when a test has failed, as some are expected to.
  const failed = status === undefined || status > 1 || (status === 1 && expected.length === 0);
  return settle(counts, failed ? 1 : 0, (text) => report(step, text));
}
