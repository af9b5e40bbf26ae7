import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { fingerprint } from '../steps/fingerprint.mjs';
import { describe, noCounts } from '../test/counts.mjs';
import { testCrateTarballs } from '../test/crate-tarballs.mjs';
import { checkExternalTypes } from '../test/external-types.mjs';
import { runMiri } from '../test/miri.mjs';
import { checkOldestRust } from '../test/oldest-rust.mjs';
import { counted } from './commands.mjs';

/**
 * @typedef {object} RecordedStage
 * @property {string[]} sources the files and folders on which its result depends
 * @property {() => Promise<import('../test/counts.mjs').Counts>} run
 *
 * @typedef {object} Recorded the last run of such a stage, which has passed
 * @property {string} sources the fingerprint of its sources
 * @property {string} counts
 * @property {string} day
 */

const file = join(root, 'scripts', 'ci', 'recorded-stages.json');
const workspace = ['Cargo.toml', 'Cargo.lock', '.cargo'];

/**
 * Stages that take minutes, and whose results depend on the crates alone: CI runs those whose
 * sources are not the ones of the last run that passed.
 *
 * @type {Record<string, RecordedStage>}
 */
export const recordedStages = {
  'plain loops and framing under Miri': {
    sources: [...workspace, 'crates/ipc', 'crates/process', 'crates/querystring', 'scripts/test/miri.mjs'],
    run: runMiri,
  },
  'the codec for arm64 in an emulator': {
    sources: [...workspace, 'crates/querystring', '__test__/conformance/platforms/codec.mjs'],
    run: () => counted('test:platforms', ['--no-build', '--only', 'codec']),
  },
  'types of other crates in the interfaces': {
    sources: [...workspace, 'crates', 'scripts/package/external-types.mjs', 'scripts/test/external-types.mjs'],
    run: checkExternalTypes,
  },
  'the crates with the oldest Rust that they name': {
    sources: [...workspace, 'crates', 'scripts/toolchain/oldest-rust.mjs', 'scripts/test/oldest-rust.mjs'],
    run: checkOldestRust,
  },
  'the crates from their tarballs': {
    sources: [...workspace, 'crates', 'scripts/package/libraries.mjs', 'scripts/test/crate-tarballs.mjs'],
    run: testCrateTarballs,
  },
};

/**
 * The last runs, by the names of the stages.
 *
 * @returns {Record<string, Recorded>}
 */
export function recorded() {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Runs a stage, unless it has passed with the same sources: then it counts as skipped.
 *
 * @param {string} name
 * @param {RecordedStage} stage
 * @param {Recorded} [last]
 */
export async function runUnlessRecorded(name, stage, last) {
  if (last?.sources !== fingerprint(stage.sources)) return stage.run();
  report(name, `skipped: with these sources ${last.counts} on ${last.day}; npm run test:recorded runs it`);
  return { ...noCounts(), skipped: 1 };
}

/**
 * Runs a stage, and records it when it passes.
 *
 * @param {string} name
 * @param {RecordedStage} stage
 */
export async function runAndRecord(name, stage) {
  const sources = fingerprint(stage.sources);
  const counts = await stage.run();
  if (counts.failed > 0 || counts.passed === 0) return counts;
  const last = { sources, counts: describe(counts), day: new Date().toISOString().slice(0, 10) };
  await writeFile(file, `${JSON.stringify({ ...recorded(), [name]: last }, null, 2)}\n`);
  return counts;
}
