import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { npmCi } from '../run/npm-ci.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { cached } from './cache.mjs';
import { fingerprint } from './fingerprint.mjs';

const files = ['package.json', 'package-lock.json'];

/**
 * Installs packages that only some commands need into the user's cache, in the versions of a lock
 * file, unless they are there. No package runs a script.
 *
 * @param {string} name what they are, in the cache folder's name
 * @param {string} manifests the folder of `package.json` and `package-lock.json`, from the root of
 *   the clone
 * @param {string} step
 * @returns {Promise<string>} the folder that holds `node_modules`
 */
export function cachedPackages(name, manifests, step) {
  const content = fingerprint(files.map((file) => `${manifests}/${file}`)).slice(0, 16);
  return cached(`${name}-${content}`, step, async (temporary) => {
    report(step, 'installing them from the registry');
    for (const file of files) cpSync(join(root, manifests, file), join(temporary, file));
    await npmCi(step, ['--ignore-scripts'], { cwd: temporary });
  });
}
