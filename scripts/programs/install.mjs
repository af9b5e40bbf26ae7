import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCi } from '../run/npm-ci.mjs';
import { report } from '../run/progress.mjs';
import { cached } from '../steps/cache.mjs';
import { fingerprint } from '../steps/fingerprint.mjs';
import { programsFolder } from './catalogue.mjs';

const files = ['package.json', 'package-lock.json'];

/**
 * Installs the programs into the user's cache, in the versions of their lock file, unless they are there. No package runs a script.
 *
 * @param {string} step
 * @returns {Promise<{ modules: string, versionOf: (name: string) => string }>} the folder `node_modules`; the version of a package
 */
export async function installPrograms(step) {
  const content = fingerprint(files.map((file) => `__test__/programs/${file}`)).slice(0, 16);
  const folder = await cached(`programs-${content}`, step, async (temporary) => {
    report(step, 'installing them from the registry');
    for (const file of files) cpSync(join(programsFolder, file), join(temporary, file));
    await npmCi(step, ['--ignore-scripts'], { cwd: temporary });
  });
  const modules = join(folder, 'node_modules');
  return {
    modules,
    versionOf: (name) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version,
  };
}
