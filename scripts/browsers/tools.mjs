import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm } from '../run/npm.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { cached } from '../steps/cache.mjs';
import { fingerprint } from '../steps/fingerprint.mjs';

const manifests = 'scripts/browsers/tools';
const lock = `${manifests}/package-lock.json`;

/**
 * Imports one of the packages of `tools/package.json`. They are heavy and needed for this alone: they are installed into the user's cache, in the versions of
 * the lock file beside it.
 *
 * @param {'puppeteer-core' | 'vite' | 'webpack'} name
 * @returns {Promise<Record<string, unknown>>}
 */
export async function tool(name) {
  installing ??= install();
  const { load } = await import(pathToFileURL(join(await installing, 'load.mjs')).href);
  return load(name);
}

/** The version of such a package. */
export function versionOf(name) {
  return JSON.parse(readFileSync(join(root, lock), 'utf8')).packages[`node_modules/${name}`].version;
}

let installing;

function install() {
  const step = 'tools for browsers';
  return cached(`browser-tools-${fingerprint([lock]).slice(0, 16)}`, step, async (temporary) => {
    report(step, 'npm ci');
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(root, manifests, file), join(temporary, file));
    await npm(step, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: temporary });
    // Packages are found from where the importing module is.
    writeFileSync(join(temporary, 'load.mjs'), 'export const load = (name) => import(name);\n');
  });
}
