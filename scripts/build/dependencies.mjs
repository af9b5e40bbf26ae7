import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { npm } from '../run/npm.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';

/** Installs the development tools of package-lock.json into node_modules, unless they are there. */
export async function installDependencies() {
  if (isInstalled()) return;
  const name = 'dependencies';
  report(name, 'npm ci');
  const start = performance.now();
  // NODE_ENV=production or a setting of the user would leave the development tools out.
  await install(name);
  report(name, `done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function install(name) {
  // Warnings about the development tools' own dependencies help nobody here.
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await npm(name, ['ci', ...options]);
  } catch (error) {
    if (!(error instanceof Failure && error.output?.includes('from lock file'))) throw error;
    // A registry that lags behind has no packages for other platforms yet. npm leaves those out of the lock file that it writes
    // there, and `npm ci` refuses such a lock file anywhere. `npm install` takes the same versions and finds what is missing.
    report(name, 'the lock file names no packages for other platforms: npm install --no-save');
    await npm(name, ['install', '--no-save', ...options]);
  }
}

// npm writes what it has installed into node_modules/.package-lock.json when it is through.
function isInstalled() {
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    return found === undefined ? optional === true : found.version === version && existsSync(join(root, path));
  });
}
