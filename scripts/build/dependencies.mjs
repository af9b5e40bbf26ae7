import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCi } from '../run/npm-ci.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';

/** Installs the development tools of package-lock.json into node_modules, unless they are there. */
export async function installDependencies() {
  if (isInstalled()) return;
  const name = 'dependencies';
  report(name, 'npm ci');
  const start = performance.now();
  // NODE_ENV=production or a setting of the user would leave the development tools out.
  await npmCi(name, ['--include=dev']);
  report(name, `done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
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
