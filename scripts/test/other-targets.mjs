import { join } from 'node:path';
import { anyStatus, run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure, orMissing } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { rustTarget } from '../toolchain/rust-target.mjs';
import { noCounts } from './counts.mjs';

const step = 'other targets';

/**
 * What is compiled for other targets, with all features where its own are not enough, and the
 * message that it must fail with, if any.
 */
const checks = [
  { crate: 'rt-ipc', target: 'x86_64-apple-darwin', allFeatures: true },
  { crate: 'rt-process', target: 'aarch64-apple-darwin', allFeatures: true },
  { crate: 'rt-process', target: 'x86_64-apple-darwin', allFeatures: true },
  { crate: 'rt-napi', target: 'x86_64-apple-darwin' },
  { crate: 'rt-process', target: 'x86_64-unknown-linux-musl' },
  {
    crate: 'rt-process',
    target: 'i686-unknown-linux-gnu',
    refusal: 'rt-process supports Linux on processors of 64 bits only',
  },
];

/**
 * Checks that the crates compile for other targets, or say why not. Targets that this machine lacks
 * are added; what is for one that cannot be had is skipped, with the reason.
 */
export async function checkOtherTargets() {
  const counts = noCounts();
  const env = toolEnvironment({
    extra: { CARGO_TARGET_DIR: join(root, 'target', 'other-targets'), CARGO_TERM_COLOR: 'never' },
  });
  for (const { crate, target, allFeatures, refusal } of checks) {
    const found = await orMissing(() => rustTarget(step, target));
    if (found?.missing) {
      report(step, `skipped: ${crate} for ${target}: ${found.missing}`);
      counts.skipped++;
      continue;
    }
    // Warnings count where this is the only compiler that reads the code, tests included.
    const command = allFeatures ? ['clippy', '--all-features'] : ['check'];
    const args = [...command, '--locked', '--package', crate, '--target', target];
    if (allFeatures) args.push('--lib', '--tests', '--', '-D', 'warnings');
    const { output, status } = await run(step, 'cargo', args, { env, accept: anyStatus });
    if (refusal ? output.includes(refusal) : status === 0) {
      report(step, refusal ? `${crate} says why not on ${target}` : `${crate} compiles for ${target}`);
      counts.passed++;
    } else {
      throw new Failure(`${crate} for ${target}: status ${status}`, { output });
    }
  }
  return counts;
}
