// Builds what changes while one edits, and runs specs after each build: `npm run dev -- spawn`.
// Without names it only builds. The addon is compiled quickly; `npm run build` makes a release
// build of it again.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildEverything } from '../build/everything.mjs';
import { buildSpecs } from '../build/typescript.mjs';
import { main, outcome } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { runSpecs } from '../test/ava.mjs';
import { describe } from '../test/counts.mjs';
import { specFiles } from '../test/spec-files.mjs';

const step = 'dev';
const folders = ['ts', 'crates', '__test__', 'scripts/build'];
const generated = /(^|\/)(\.build|target)\/|addon\.d\.ts$/;
/** An editor writes several files at once, and some of them twice. Milliseconds. */
const quiet = 100;

await main(async () => {
  const names = process.argv.slice(2);
  let changed;
  let wake = () => {};
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (file === null || generated.test(file)) return;
      changed = join(folder, file);
      wake();
    });
  }
  for (;;) {
    changed = undefined;
    report(step, describe(await outcome(() => buildAndTest(names))));
    // What changed meanwhile is built at once.
    if (changed === undefined) await new Promise((resolve) => (wake = resolve));
    report(step, `${changed} has changed`);
    await delay(quiet);
  }
});

async function buildAndTest(names) {
  await buildEverything({ profile: 'quick' });
  if (names.length === 0) return { passed: 1, failed: 0, skipped: 0 };
  await buildSpecs();
  return runSpecs(specFiles(names));
}
