import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { npmCi } from '../../scripts/run/npm-ci.mjs';
import { report } from '../../scripts/run/progress.mjs';
import { root } from '../../scripts/run/project.mjs';
import { cached } from '../../scripts/steps/cache.mjs';
import { fingerprint } from '../../scripts/steps/fingerprint.mjs';

const files = ['package.json', 'package-lock.json'];

/**
 * Installs node-pty into the user's cache, unless it is there. Its own script compiles it, which
 * takes a C++ compiler.
 *
 * @param {string} step
 * @returns {Promise<string>} the folder that holds `node_modules`
 */
export function installNodePty(step) {
  const content = fingerprint(files.map((file) => `bench/terminals/${file}`)).slice(0, 16);
  return cached(`node-pty-${content}`, step, async (temporary) => {
    report(step, 'installing and compiling node-pty');
    for (const file of files) cpSync(join(root, 'bench/terminals', file), join(temporary, file));
    await npmCi(step, [], { cwd: temporary });
  });
}
