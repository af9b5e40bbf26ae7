import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildPlatformAddon } from '../../../scripts/platforms/build-addon.mjs';
import { orMissing } from '../../../scripts/run/failure.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { root } from '../../../scripts/run/project.mjs';
import { emulation } from '../../../scripts/runtimes/emulator.mjs';
import { foreignNode, windowsNode } from '../../../scripts/runtimes/foreign-node.mjs';
import { wine } from '../../../scripts/runtimes/wine.mjs';
import { noCounts, settle } from '../../../scripts/test/counts.mjs';
import { judge } from '../../../scripts/test/expected-failures.mjs';
import { unlessSet } from '../../../scripts/test/lengths.mjs';
import { specFiles, specFilesBut } from '../../../scripts/test/spec-files.mjs';
import { platforms, shorter } from './platforms.mjs';
import { runFiles } from './run-files.mjs';
import { windowsPrograms } from './windows/programs.mjs';

const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');
const avaWithOtherNode = join(root, '__test__', 'conformance', 'platforms', 'ava.mjs');

/** In an emulator: AVA ends a file in which no test has ended for so long, and names its tests. */
const quietLimit = '10m';

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
  return orMissing(async () => {
    if (under === 'wine') {
      const programs = withPrograms ? await windowsPrograms(step) : '';
      return { command: [...(await wine(step, programs)), await windowsNode(step)], variables };
    }
    const before = under === 'qemu' ? await emulation(step) : [];
    return { command: [...before, await foreignNode(platform, step)], variables };
  });
}

/**
 * Runs the specs with a platform's addon in a Node for it. A test that a limit of
 * `expectations.json` names has to fail, and counts as skipped; any other has to pass. A platform
 * that cannot be run here counts as skipped.
 *
 * @param {string} platform
 * @param {object} how
 * @param {string[]} how.names only the specs of these names or in these folders; none: those of the
 *   platform's selection
 * @param {boolean} how.all whether all specs run on a platform that has a selection, too
 * @param {(result: import('../../../scripts/test/spec-lines.mjs').Result) => void} [how.onResult]
 * @returns {Promise<import('../../../scripts/test/counts.mjs').Counts>}
 */
export async function runPlatform(platform, { names, all, onResult }) {
  const step = `specs on ${platform}`;
  const found = await nodeCommand(platform, step, true);
  if (found.missing) {
    report(step, `skipped: ${found.missing}`);
    return { ...noCounts(), skipped: 1 };
  }
  const { selection = [], atOnce, lengths } = platforms[platform];
  const chosen = names.length > 0 || all ? names : selection;
  const command = atOnce ? inEmulator(found.command) : [...found.command, ava];
  const variables = { ...unlessSet({ ...shorter, ...lengths }), ...found.variables };
  const results = [];
  const waiting = runsOf(platform, chosen, atOnce !== undefined);
  const runOneByOne = async () => {
    for (let files = waiting.shift(); files; files = waiting.shift()) {
      const ofRun = await runFiles(step, command, files, variables);
      for (const result of ofRun) onResult?.(result);
      results.push(...ofRun);
    }
  };
  await Promise.all(Array.from({ length: atOnce ?? 1 }, runOneByOne));
  return judgeAll(platform, step, results, chosen.length === 0);
}

function inEmulator(nodeCommand) {
  const node = nodeCommand.at(-1);
  return [...nodeCommand.slice(0, -1), process.execPath, avaWithOtherNode, node, `--timeout=${quietLimit}`];
}

/**
 * The spec files of each run of AVA, in the order of the names, since one run of everything would
 * be longer than a run may last.
 *
 * @returns {string[][]}
 */
function runsOf(platform, names, byFile) {
  const all = specFilesBut(leftOutOn(platform));
  const kept = names.length > 0 ? specFiles(names).filter((file) => all.includes(file)) : all;
  if (byFile) return kept.map((file) => [file]);
  const folders = [...new Set(kept.map((file) => dirname(file)))];
  return folders.map((folder) => kept.filter((file) => dirname(file) === folder));
}

function judgeAll(platform, step, results, isWhole) {
  const { unexpected, stale, expected } = judge(limits, platform, results);
  const counts = { ...noCounts(), passed: results.filter(({ outcome }) => outcome === 'passed').length };
  counts.skipped = expected.length + results.filter(({ outcome }) => outcome === 'skipped').length;
  counts.failed = unexpected.length + (isWhole ? stale.length : 0);
  for (const title of unexpected) report(step, `failed: ${title}`);
  if (isWhole)
    for (const title of stale) report(step, `expectations.json says that this fails, and it does not: ${title}`);
  return settle(counts, 0, (text) => report(step, text));
}
