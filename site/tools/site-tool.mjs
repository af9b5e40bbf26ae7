import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importFrom } from '../../scripts/run/import-from.mjs';
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
  if (file === undefined) return importFrom(folder, name);
  return import(pathToFileURL(join(folder, 'node_modules', name, file)).href);
}

/** The folder that holds `node_modules` with these packages. */
export function siteTools() {
  installing ??= cachedPackages('site-tools', manifests, 'tools for the site');
  return installing;
}
