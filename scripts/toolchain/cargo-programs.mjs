import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { cached } from '../steps/cache.mjs';
import { fingerprint } from '../steps/fingerprint.mjs';
import { inspectRust } from './rust.mjs';

// The tools run for a second; compiling them well would take minutes.
const quickBuild = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
  CARGO_PROFILE_RELEASE_LTO: 'false',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  CARGO_PROFILE_RELEASE_DEBUG: '0',
  CARGO_PROFILE_RELEASE_STRIP: 'symbols',
};

/**
 * The programs of a crate from the crates registry, compiled once per user.
 *
 * @param {string} step
 * @param {string} crate
 * @param {string} version
 * @returns {Promise<string>} their folder
 */
export function programsOfRegistry(step, crate, version) {
  return compiled(step, `${crate}-${version}`, async (install) => {
    const what = [crate, '--version', version];
    try {
      await install(...what, '--locked');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // A crate's own lock may name a version that has been yanked since.
      report(step, `${crate} does not build with its own Cargo.lock; trying without`);
      await install(...what);
    }
  });
}

/**
 * The programs of a crate in this clone, in the versions of its own Cargo.lock; the same.
 *
 * @param {string} step
 * @param {string} name what they are, in the cache folder's name
 * @param {string} crate its folder, from the root of the clone
 * @returns {Promise<string>} their folder
 */
export function programsOfClone(step, name, crate) {
  const content = fingerprint([crate], [], (path) => !path.includes('/target/')).slice(0, 16);
  return compiled(step, `${name}-${content}`, (install) => install('--path', join(root, crate), '--locked'));
}

async function compiled(step, name, compile) {
  const { host } = await inspectRust();
  const folder = await cached(`${name}-${host}`, step, async (temporary) => {
    report(step, `compiling ${name}`);
    const target = join(temporary, 'target');
    const where = ['--root', temporary, '--target-dir', target, '--no-track', '--force'];
    const env = toolEnvironment({ extra: quickBuild });
    await compile((...what) => {
      const remedy = `check the network, then try by hand: cargo install ${what.join(' ')}`;
      return run(step, 'cargo', ['install', ...what, ...where], { env, remedy });
    });
    rmSync(target, { recursive: true });
  });
  return join(folder, 'bin');
}
