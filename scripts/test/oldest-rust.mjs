import { join } from 'node:path';
import { libraries } from '../package/libraries.mjs';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { orMissing } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { oldestRust } from '../toolchain/oldest-rust.mjs';
import { noCounts } from './counts.mjs';

const step = 'oldest Rust';
/** Features can be all there or all missing. */
const selections = [['--all-features'], ['--no-default-features']];

/** Compiles each published crate with the oldest Rust that it says it needs (`rust-version`). */
export async function checkOldestRust() {
  const counts = noCounts();
  for (const { name, rustVersion } of await libraries()) {
    const rust = await orMissing(() => oldestRust(step, rustVersion));
    if (rust.missing) {
      report(step, `skipped: ${name} with Rust ${rustVersion}: ${rust.missing}`);
      counts.skipped++;
      continue;
    }
    const env = toolEnvironment({
      first: rust.folders,
      extra: { CARGO_TARGET_DIR: join(root, 'target', 'oldest-rust'), CARGO_TERM_COLOR: 'never' },
    });
    for (const selection of selections) {
      const args = [...rust.command, 'check', '--locked', '--package', name, ...selection];
      const remedy = `${name} says that Rust ${rustVersion} is enough: use what that has, or raise rust-version`;
      await run(step, 'cargo', args, { env, remedy });
      report(step, `${name} compiles with Rust ${rustVersion} (${selection})`);
      counts.passed++;
    }
  }
  return counts;
}
