import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFrom } from '../run/import-from.mjs';
import { root } from '../run/project.mjs';
import { cachedPackages } from '../steps/cached-packages.mjs';

const manifests = 'scripts/browsers/tools';
let installing;

/**
 * Imports one of the packages of `tools/package.json`, which are too heavy to be installed for
 * everybody.
 *
 * @param {'axe-core' | 'puppeteer-core' | 'vite' | 'webpack'} name
 * @returns {Promise<Record<string, unknown>>}
 */
export async function tool(name) {
  installing ??= cachedPackages('browser-tools', manifests, 'tools for browsers');
  return importFrom(await installing, name);
}

/** The version of such a package. */
export function versionOf(name) {
  return JSON.parse(readFileSync(join(root, manifests, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]
    .version;
}
