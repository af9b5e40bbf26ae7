import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildPlatformAddon } from '../../../scripts/platforms/build-addon.mjs';
import { Failure } from '../../../scripts/run/failure.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { emulation } from '../../../scripts/runtimes/emulator.mjs';
import { foreignNode, windowsNode } from '../../../scripts/runtimes/foreign-node.mjs';
import { wine } from '../../../scripts/runtimes/wine.mjs';
import { startAva } from '../../../scripts/test/ava.mjs';
import { noCounts, settle } from '../../../scripts/test/counts.mjs';
import { judge } from '../../../scripts/test/expected-failures.mjs';
import { unlessSet } from '../../../scripts/test/lengths.mjs';
import { specFiles, specFilesBut } from '../../../scripts/test/spec-files.mjs';
import { readSpecLines } from '../../../scripts/test/spec-lines.mjs';
import { platforms, shorter } from './platforms.mjs';
import { windowsPrograms } from './windows/programs.mjs';

const compiled = join(root, '__test__', '.build');
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');

/** What does not run on a platform, with reasons. */
export const { leftOut, limits } = JSON.parse(
  readFileSync(join(root, '__test__', 'conformance', 'platforms', 'expectations.json'), 'utf8'),
);

/** The spec files, and folders of them, that do not run on a platform. */
export function leftOutOn(platform) {
  return leftOut.filter(({ on }) => on.includes(platform)).flatMap(({ files }) => files);
}

/**
 * What runs on a platform, by the name of its run: how to start its Node, or why that is not
 * possible here.
 *
 * @param {string} platform
 * @param {string} step
 * @param {boolean} [withPrograms] whether there are programs on Windows' PATH that specs start
 * @returns {Promise<{ command: string[], variables: Record<string, string> } | { missing: string }>}
 */
export async function nodeCommand(platform, step, withPrograms = false) {
  const { under, addon = platform, variables = {} } = platforms[platform] ?? {};
  const built = await buildPlatformAddon(addon);
  if (built.missing) return built;
  try {
    if (under === 'wine') {
      const programs = withPrograms ? await windowsPrograms(step) : '';
      return { command: [...(await wine(step, programs)), await windowsNode(step)], variables };
    }
    const before = under === 'qemu' ? await emulation(step) : [];
    return { command: [...before, await foreignNode(platform, step)], variables };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { missing: `${error.message.split('\n')[0]}; ${error.remedy}` };
  }
}

/**
 * Runs the specs with a platform's addon in a Node for it. A test that a limit of
 * `expectations.json` names has to fail, and counts as skipped; any other has to pass. A platform
 * that cannot be run here counts as skipped.
 *
 * @param {string} platform
 * @param {object} how
 * @param {boolean} how.all whether all specs run on a platform that has a selection, too
 * @param {(result: import('../../../scripts/test/spec-lines.mjs').Result) => void} [how.onResult]
 * @returns {Promise<import('../../../scripts/test/counts.mjs').Counts>}
 */
export async function runPlatform(platform, { all, onResult }) {
  const step = `specs on ${platform}`;
  const found = await nodeCommand(platform, step, true);
  if (found.missing) {
    report(step, `skipped: ${found.missing}`);
    return { ...noCounts(), skipped: 1 };
  }
  const { selection, atOnce, under } = platforms[platform];
  const isWhole = all || !selection;
  const results = [];
  const lines = [];
  let before = '';
  const onLine = readSpecLines(
    ({ outcome, title }) => {
      const result = { outcome, title: before + title };
      results.push(result);
      onResult?.(result);
      if (results.length % 50 === 0) report(step, `${results.length} tests so far`);
    },
    (line) => lines.push(line),
  );
  const options = atOnce ? [`--concurrency=${atOnce}`] : [];
  // In an emulator a file takes minutes, and a folder longer than other runs may last.
  const limit = under === 'qemu' ? 7_200_000 : undefined;
  if (limit) options.push('--timeout=15m');
  let status = 0;
  for (const { files, common } of groups(platform, isWhole ? [] : selection)) {
    before = common;
    const variables = { ...unlessSet(shorter), ...found.variables };
    const ended = await startAva(step, [...found.command, ava, ...options], files, { variables, onLine, limit });
    status = Math.max(status, ended ?? 2);
  }
  return judgeAll(platform, step, { results, lines, status, isWhole });
}

/**
 * The spec files of each run, since one run of everything would be longer than a run may last; and
 * what AVA leaves out of the titles, the folders that all its files have in common.
 *
 * @returns {{ files: string[], common: string }[]}
 */
function groups(platform, selection) {
  const selected = selection.length > 0 ? specFiles(selection) : undefined;
  const kept = specFilesBut(leftOutOn(platform)).filter((file) => selected?.includes(file) ?? true);
  const folders = [...new Set(kept.map((file) => dirname(file)))];
  return folders.map((folder) => {
    const files = kept.filter((file) => dirname(file) === folder);
    const path = relative(compiled, join(root, files.length === 1 ? files[0].replace(/\.spec\.js$/, '') : folder));
    return { files, common: path === '' ? '' : `${path.split('/').join(' › ')} › ` };
  });
}

function judgeAll(platform, step, { results, lines, status, isWhole }) {
  const { unexpected, stale, expected } = judge(limits, platform, results);
  const counts = { ...noCounts(), passed: results.filter(({ outcome }) => outcome === 'passed').length };
  counts.skipped = expected.length + results.filter(({ outcome }) => outcome === 'skipped').length;
  counts.failed = unexpected.length + (isWhole ? stale.length : 0);
  if (unexpected.length > 0) for (const line of lines) console.log(line);
  for (const title of unexpected) report(step, `failed: ${title}`);
  if (isWhole)
    for (const title of stale) report(step, `expectations.json says that this fails, and it does not: ${title}`);
  // AVA ends with 1 when a test has failed, as some are expected to.
  const failed = status > 1 || (status === 1 && expected.length === 0);
  return settle(counts, failed ? 1 : 0, (text) => report(step, text));
}
