import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';
import { cached } from '../steps/cache.mjs';
import { fingerprint } from '../steps/fingerprint.mjs';
import { buildProgram } from './cargo-install.mjs';
import { inspectRust } from './rust.mjs';

const crate = 'scripts/toolchain/wasm-tools';

/**
 * The folder with `wasm-pack` and with the `wasm-bindgen` of the version that Cargo.lock names: the
 * two halves of wasm-bindgen must agree exactly. Compiled once per user.
 *
 * @param {string} step
 * @returns {Promise<string>}
 */
export async function wasmTools(step) {
  const bindgenVersion = packageVersion('Cargo.lock', 'wasm-bindgen');
  if (packageVersion(`${crate}/Cargo.lock`, 'wasm-bindgen-cli-support') !== bindgenVersion) {
    throw new Failure(`${crate} is not made for wasm-bindgen ${bindgenVersion}`, {
      remedy: `name ${bindgenVersion} in ${crate}/Cargo.toml (twice) and run cargo update there`,
    });
  }
  const { host } = await inspectRust();
  const content = fingerprint([crate], [], (path) => !path.includes('/target/')).slice(0, 16);
  const folder = await cached(`wasm-tools-${content}-${host}`, step, async (temporary) => {
    const target = join(temporary, 'target');
    await buildProgram(step, join(root, crate), temporary, target);
    rmSync(target, { recursive: true });
  });
  return join(folder, 'bin');
}

function packageVersion(lockFile, crate) {
  const lock = readFileSync(join(root, lockFile), 'utf8');
  const found = new RegExp(`^name = "${crate}"\\nversion = "([^"]+)"`, 'm').exec(lock);
  if (!found) throw new Failure(`${lockFile} has no ${crate}`);
  return found[1];
}
