import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedPackages } from '../../scripts/steps/cached-packages.mjs';

const manifests = 'site/tools';
let installing;

/**
 * Imports one of the packages of `tools/package.json`, which only the site needs.
 *
 * @param {string} name of the package
 * @param {string} [file] of the package, where what `require` finds is not the ES module
 * @returns {Promise<Record<string, unknown>>}
 */
export async function siteTool(name, file) {
  const folder = await siteTools();
  const { resolve } = createRequire(join(folder, 'package.json'));
  const path = file === undefined ? resolve(name) : join(folder, 'node_modules', name, file);
  return import(pathToFileURL(path).href);
}

/** The folder that holds `node_modules` with these packages. */
export function siteTools() {
  installing ??= cachedPackages('site-tools', manifests, 'tools for the site');
  return installing;
}
