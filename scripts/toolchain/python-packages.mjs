import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { outputOf } from '../run/output.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { cached } from '../steps/cache.mjs';
import { fingerprint } from '../steps/fingerprint.mjs';

/**
 * Installs wheels that only some commands need into the user's cache, in the versions and with the
 * hashes of a file of requirements, unless they are there.
 *
 * @param {string} name what they are, in the cache folder's name
 * @param {string} requirements the file, from the root of the clone
 * @param {string} step
 * @param {string[]} [options] of pip, such as another `--platform`
 * @returns {Promise<string>} the folder: packages in it, their programs in `bin`
 * @throws {import('../run/failure.mjs').Failure} when there is no pip, or no such wheel for this
 *   machine
 */
export function pythonPackages(name, requirements, step, options = []) {
  const content = fingerprint([requirements], [options]).slice(0, 16);
  return cached(`${name}-${content}`, step, async (temporary) => {
    report(step, 'installing them from the package index of Python');
    const args = [
      ...['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-compile', '--only-binary', ':all:'],
      ...['--disable-pip-version-check', '--require-hashes', '--target', temporary, ...options],
      ...['-r', join(root, requirements)],
    ];
    const remedy = 'install python3 with pip, and check the network';
    await run(step, await python(), args, { env: toolEnvironment(), remedy });
  });
}

/** The first Python that has pip: the system's often has none. */
async function python() {
  for (const program of ['python3', '/usr/local/bin/python3', '/usr/bin/python3']) {
    try {
      await outputOf(program, ['-m', 'pip', '--version']);
      return program;
    } catch {}
  }
  return 'python3';
}
