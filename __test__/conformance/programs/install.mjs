import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../../scripts/run/project.mjs';
import { cachedPackages } from '../../../scripts/steps/cached-packages.mjs';
import { programsFolder } from './catalogue.mjs';

/**
 * Installs the programs into the user's cache, in the versions of their lock file, unless they are
 * there.
 *
 * @param {string} step
 * @returns {Promise<{ modules: string, versionOf: (name: string) => string }>} the folder
 *   `node_modules`; the version of a package
 */
export async function installPrograms(step) {
  const modules = join(await cachedPackages('programs', relative(root, programsFolder), step), 'node_modules');
  return {
    modules,
    versionOf: (name) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version,
  };
}
