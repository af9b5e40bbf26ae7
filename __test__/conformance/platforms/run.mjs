// Runs the specs on other platforms: musl, arm64 in an emulator, and Windows in Wine:
// `npm run test:platforms`.
// Sets everything up first. What cannot be fetched or run here counts as skipped, with the reason.
//
// <name> only the specs with this name or in this folder, as with `npm test -- <name>`
// --no-build only run: `npm run build` and `npm test` have been here before
// --only <text> only the platforms with this text in their name
// --all all specs under an emulator too, which takes long; otherwise a selection
// --record write the results for `docs/platforms.md`
import { parseArgs } from 'node:util';
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { buildSpecs } from '../../../scripts/build/typescript.mjs';
import { Failure, main } from '../../../scripts/run/failure.mjs';
import { FolderCounts } from '../../../scripts/test/folder-counts.mjs';
import { runAll } from '../../../scripts/test/totals.mjs';
import { testCodec } from './codec.mjs';
import { firstMinute, WITHOUT_ADDON } from './first-minute.mjs';
import { platforms } from './platforms.mjs';
import { recordPlatform } from './results.mjs';
import { runPlatform } from './run-platform.mjs';

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});

const withMinute = ['linux-x64-gnu', WITHOUT_ADDON, ...Object.keys(platforms)];

const runs = {
  'codec on arm64': testCodec,
  ...Object.fromEntries(Object.keys(platforms).map((name) => [`specs on ${name}`, () => specsOn(name)])),
  ...Object.fromEntries(withMinute.map((name) => [`first minute on ${name}`, () => minuteOn(name)])),
};

await main(async () => {
  if (options.record && names.length > 0)
    throw new Failure('a part of the specs is not recorded', { remedy: 'leave out --record, or the names' });
  if (!options['no-build']) {
    await buildEverything();
    await buildSpecs();
  }
  const kind = names.length > 0 ? 'specs on ' : '';
  const chosen = Object.entries(runs).filter(([name]) => name.startsWith(kind) && name.includes(options.only));
  return runAll(Object.fromEntries(chosen));
});

async function specsOn(platform) {
  const folders = new FolderCounts();
  const counts = await runPlatform(platform, { names, all: options.all, onResult: (result) => folders.add(result) });
  if (options.record && counts.passed > 0) {
    const isWhole = options.all || !platforms[platform].selection;
    await recordPlatform(platform, { specs: counts, isWhole, folders: folders.describeAll() });
  }
  return counts;
}

async function minuteOn(platform) {
  const counts = await firstMinute(platform);
  if (options.record && counts.passed > 0) await recordPlatform(platform, { firstMinute: counts });
  return counts;
}
