import { Failure } from './failure.mjs';
import { npm } from './npm.mjs';
import { report } from './progress.mjs';

/**
 * Installs what the lock file of a folder names.
 *
 * @param {string} step
 * @param {string[]} options of npm
 * @param {{ cwd?: string }} [where] default: the root of the clone
 */
export async function npmCi(step, options, where = {}) {
  // Warnings about the packages' own dependencies help nobody here.
  const all = [...options, '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await npm(step, ['ci', ...all], where);
  } catch (error) {
    if (!(error instanceof Failure && error.output?.includes('from lock file'))) throw error;
    // A registry that lags behind has no packages for other platforms yet. npm leaves those out of
    // the lock file that it writes there, and `npm ci` refuses such a lock file anywhere.
    // `npm install` takes the same versions and finds what is missing.
    report(step, 'the lock file names no packages for other platforms: npm install --no-save');
    await npm(step, ['install', '--no-save', ...all], where);
  }
}
