import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PACKAGE } from '../support/program';
import { script } from '../support/scripts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Stage {
  readonly sources: string[];
  readonly run: () => Promise<Counts>;
}

interface RecordedStages {
  readonly recordedStages: Record<string, Stage>;
  readonly recorded: () => Record<string, unknown>;
  readonly runUnlessRecorded: (name: string, stage: Stage, last?: object) => Promise<Counts>;
  readonly runAndRecord: (name: string, stage: Stage) => Promise<Counts>;
}

const load = () => script<RecordedStages>('scripts/ci/recorded-stages.mjs');

const sources = ['Cargo.toml', 'scripts/steps'];
const failed = { passed: 3, failed: 1, skipped: 0 };

test('a stage runs unless it has passed with the same sources', async (t) => {
  const { runUnlessRecorded } = await load();
  const { fingerprint } = await script<{ fingerprint: (paths: string[]) => string }>('scripts/steps/fingerprint.mjs');
  const stage = { sources, run: () => Promise.resolve(failed) };
  const last = { sources: fingerprint(sources), counts: '3 passed, 0 failed', day: '2026-11-26' };
  t.deepEqual(await runUnlessRecorded('a stage', stage), failed);
  t.deepEqual(await runUnlessRecorded('a stage', stage, { ...last, sources: fingerprint(['Cargo.toml']) }), failed);
  t.deepEqual(await runUnlessRecorded('a stage', stage, last), { passed: 0, failed: 0, skipped: 1 });
});

test('a stage that fails, or runs nothing, is not recorded', async (t) => {
  const { recorded, runAndRecord } = await load();
  for (const counts of [failed, { passed: 0, failed: 0, skipped: 1 }]) {
    t.is(await runAndRecord('a stage', { sources, run: () => Promise.resolve(counts) }), counts);
  }
  t.false('a stage' in recorded());
});

test('what is recorded are stages of CI, and their sources exist', async (t) => {
  const { recorded, recordedStages } = await load();
  const { sources: stages } = await script<{ sources: object }>('scripts/ci/stages.mjs');
  for (const name of Object.keys(recorded())) t.true(name in recordedStages, name);
  for (const name of Object.keys(recordedStages)) t.true(name in stages, name);
  for (const { sources: paths } of Object.values(recordedStages)) {
    for (const path of paths) t.true(existsSync(join(PACKAGE, path)), path);
  }
});
