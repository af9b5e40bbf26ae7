import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { orMissing } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { noCounts, sum } from './counts.mjs';
import { runCargoTest } from './crates.mjs';

const step = 'Miri';
const command = ['+nightly', 'miri', 'test'];
const environment = {
  CARGO_TARGET_DIR: join(root, 'target', 'miri'),
  // The generators read environment variables.
  MIRIFLAGS: '-Zmiri-disable-isolation',
  PROPTEST_CASES: '1',
};
const installLimit = 60_000;
/** What runs of each crate: what needs no system calls that Miri does not know. */
const targets = {
  'rt-querystring': ['--lib', '--test', 'borders', '--test', 'definition'],
  'rt-ipc': ['--lib', '--test', 'decoder'],
  'rt-process': ['--lib'],
};
const installation = [
  'toolchain',
  'install',
  'nightly',
  '--profile',
  'minimal',
  '--component',
  'miri',
  '--component',
  'rust-src',
];

/**
 * Runs tests of the query-string codec, of the channel's framing and of what a spawn prepares under
 * Miri, which finds undefined behaviour. Miri has no SIMD, so the plain loops run. The
 * tests whose texts proptest generates from patterns are left out, since Miri takes a minute for
 * each.
 *
 * Miri comes with a nightly Rust. Where there is none and rustup cannot install it, the tests count
 * as skipped.
 */
export async function runMiri() {
  const reason = await missing();
  if (reason) {
    report(step, `skipped: ${reason}; install it with: rustup ${installation.join(' ')}`);
    return { ...noCounts(), skipped: 1 };
  }
  const counts = [];
  for (const [crate, what] of Object.entries(targets)) {
    counts.push(await runCargoTest(step, ['--package', crate, ...what], { command, extra: environment }));
  }
  return sum(counts);
}

async function missing() {
  const options = { env: toolEnvironment({ extra: { CI: 'true' } }) };
  const ask = () => run(step, 'cargo', ['+nightly', 'miri', 'setup'], options);
  if (!(await orMissing(ask)).missing) return undefined;
  report(step, `rustup ${installation.join(' ')}`);
  const found = await orMissing(async () => {
    await run(step, 'rustup', installation, { ...options, limit: installLimit });
    return ask();
  });
  return found.missing;
}
