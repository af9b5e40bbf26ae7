import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { libraries } from '../package/libraries.mjs';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';
import { sum } from './counts.mjs';
import { runCargoTest } from './crates.mjs';

const step = 'crates from their tarballs';
const target = join(root, 'target', 'crate-tarballs');
/**
 * The tests run in full in the workspace. Here they show that a tarball is complete.
 */
const short = { PROPTEST_CASES: '16', RT_FUZZ_COUNT: '500' };
/**
 * Debug information and incremental compilation take a third of the time.
 */
const quickBuild = { CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' };

/**
 * Packs each published crate as for its registry, unpacks it into an empty folder and tests it
 * there without network: everything that it needs is in the tarball. The crates that it depends on
 * are those that the workspace has fetched.
 */
export async function testCrateTarballs() {
  const all = await libraries();
  const env = toolEnvironment({ extra: { CARGO_TARGET_DIR: target } });
  const selected = all.flatMap(({ name }) => ['--package', name]);
  // Uncommitted changes are tested too. The tests compile the crates: no need to verify them here.
  await run(step, 'cargo', ['package', '--locked', '--offline', '--allow-dirty', '--no-verify', ...selected], { env });
  const folder = mkdtempSync(join(tmpdir(), 'rt-crates-'));
  try {
    const counts = [];
    for (const { name, version } of all) {
      // With the time of now: by that in the tarball, cargo would take what it has compiled before.
      await run(step, 'tar', ['-xmzf', join(target, 'package', `${name}-${version}.crate`), '-C', folder], { env });
      const how = {
        cwd: join(folder, `${name}-${version}`),
        extra: { CARGO_TARGET_DIR: target, ...short, ...quickBuild },
      };
      counts.push(await runCargoTest(`${step}: ${name}`, ['--offline', '--all-features'], how));
    }
    return sum(counts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
