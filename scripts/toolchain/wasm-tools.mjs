import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';
import { programsOfClone } from './cargo-programs.mjs';

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
  return programsOfClone(step, 'wasm-tools', crate);
}

function packageVersion(lockFile, crate) {
  const lock = readFileSync(join(root, lockFile), 'utf8');
  const found = new RegExp(`^name = "${crate}"\\nversion = "([^"]+)"`, 'm').exec(lock);
  if (!found) throw new Failure(`${lockFile} has no ${crate}`);
  return found[1];
}
