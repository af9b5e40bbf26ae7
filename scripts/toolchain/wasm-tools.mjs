import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { cached } from '../steps/cache.mjs';
import { inspectRust } from './rust.mjs';

const wasmPackVersion = '0.15.1';

// The tools run for a second; compiling them well would take minutes.
const quickBuild = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
  CARGO_PROFILE_RELEASE_LTO: 'false',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  CARGO_PROFILE_RELEASE_DEBUG: '0',
  CARGO_PROFILE_RELEASE_STRIP: 'symbols',
};

/**
 * The folder with `wasm-pack` and with the `wasm-bindgen` of the version that Cargo.lock names: the two halves of wasm-bindgen
 * must agree exactly. Compiled once per user from the crates registry.
 *
 * @param {string} step
 * @returns {Promise<string>}
 */
export async function wasmTools(step) {
  const bindgenVersion = lockedVersion('wasm-bindgen');
  const { host } = await inspectRust();
  const folder = await cached(`wasm-tools-${bindgenVersion}-${wasmPackVersion}-${host}`, step, async (temporary) => {
    const target = join(temporary, 'target');
    await install(step, 'wasm-bindgen-cli', bindgenVersion, temporary, target);
    await install(step, 'wasm-pack', wasmPackVersion, temporary, target);
    rmSync(target, { recursive: true });
  });
  return join(folder, 'bin');
}

async function install(step, crate, version, folder, target) {
  report(step, `compiling ${crate} ${version}`);
  const env = toolEnvironment({ extra: quickBuild });
  const remedy = `check the network, then try by hand: cargo install ${crate} --version ${version}`;
  const args = [
    'install',
    crate,
    '--version',
    version,
    '--root',
    folder,
    '--target-dir',
    target,
    '--no-track',
    '--force',
  ];
  try {
    await run(step, 'cargo', [...args, '--locked'], { env, remedy });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A crate's own lock may name a version that has been yanked since.
    report(step, `${crate} does not build with its own Cargo.lock; trying without`);
    await run(step, 'cargo', args, { env, remedy });
  }
}

function lockedVersion(crate) {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const found = new RegExp(`^name = "${crate}"\\nversion = "([^"]+)"`, 'm').exec(lock);
  if (!found) throw new Failure(`Cargo.lock has no ${crate}`);
  return found[1];
}
