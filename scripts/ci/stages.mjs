import { npm } from '../run/npm.mjs';
import { counting, start } from '../test/counting.mjs';
import { checkOtherTargets } from '../test/other-targets.mjs';
import { cargo, counted, task } from './commands.mjs';
import { lintStages } from './lint-stages.mjs';
import { recorded, recordedStages, runUnlessRecorded } from './recorded-stages.mjs';

/**
 * Each stage returns its counts, or throws a failure; a stage that is one check counts as one.
 *
 * @typedef {Record<string, () => Promise<import('../test/counts.mjs').Counts>>} Stages
 */

/**
 * The stages in which processes are started, signalled and waited for: nothing runs beside them.
 *
 * @type {Stages}
 */
export const alone = {
  tests: () => counting('tests', (options) => npm('tests', ['test', '--loglevel=error'], options)),
  'the specs on other versions of Node, in Bun and in Deno': () => counted('test:matrix'),
  "Node's own test files": async () => {
    const { counts, status } = await start('node-suite', task('test:node-suite', ['--all', '--without-pummel']));
    if (status !== 0) return counts;
    // Each file did what expectations.json says. One that fails as expected, with its reason there,
    // counts as skipped.
    return { ...counts, failed: 0, skipped: counts.skipped + counts.failed };
  },
  "specs by Node's own module": () => counted('test:backend', ['--short']),
  'programs under the override': () => counted('test:programs', ['--no-build']),
  'terminals beside node-pty': () => counted('test:pty', ['--no-build']),
  'specs on arm64 in an emulator': () =>
    counted('test:platforms', ['--no-build', '--only', 'specs on linux-arm64-gnu']),
};

/** @type {Stages} */
export const browsers = {
  'query strings in browsers': () => counted('test:browsers'),
};

/**
 * The documentation, which a browser reads: {@link packages} run beside it.
 *
 * @type {Stages}
 */
export const pages = {
  'the documentation site': () => counted('test:site'),
  'generated pages': () => counted('docs', ['--check']),
};

/**
 * The stages about packages and the edge.
 *
 * @type {Stages}
 */
export const packages = {
  'installation of the packages': () => counted('verify-tarballs'),
  'installation from a registry': () => counted('test:installation', ['--no-build']),
  'programs that are bundled': () => counted('test:bundlers', ['--no-build']),
  'query strings at the edge': () => counted('test:edge', ['--no-build']),
};

/**
 * The stages in which programs of others keep time, such as browsers, registries and the emulator:
 * one that fails runs a second time as a whole. The other stages repeat what failed in them, where
 * they repeat at all.
 */
export const repeated = new Set([
  'specs on arm64 in an emulator',
  'terminals beside node-pty',
  'query strings in browsers',
  'query strings at the edge',
  'the documentation site',
  'installation from a registry',
]);

/**
 * The other stages of cargo, and what reads the sources or `dist` only: they run beside
 * {@link browsers}, and take about as long.
 *
 * @type {Stages}
 */
export const sources = {
  ...lintStages,
  ...Object.fromEntries(
    Object.entries(recordedStages).map(([name, stage]) => [
      name,
      () => runUnlessRecorded(name, stage, recorded()[name]),
    ]),
  ),
  'documentation of the crates': () =>
    cargo('cargo doc', ['doc', '--no-deps', '--workspace', '--all-features', '--locked'], 'read the message above', {
      RUSTDOCFLAGS: '-D warnings',
    }),
  'the crates for macOS and for 32 bits': checkOtherTargets,
  "types in the place of Node's": () => counted('test:types', ['--no-build', '--quick']),
};
