import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';
import { cached } from '../steps/cache.mjs';
import { fingerprint } from '../steps/fingerprint.mjs';
import { buildProgram, installProgram } from './cargo-install.mjs';
import { inspectRust } from './rust.mjs';

const wasmPackVersion = '0.15.1';
const bindgenFolder = 'scripts/toolchain/wasm-bindgen';

/**
 * The folder with `wasm-pack` and with the `wasm-bindgen` of the version that Cargo.lock names: the two halves of wasm-bindgen
 * must agree exactly. Compiled once per user.
 *
 * @param {string} step
 * @returns {Promise<string>}
 */
export async function wasmTools(step) {
  const bindgenVersion = packageVersion('Cargo.lock', 'wasm-bindgen');
  if (packageVersion(`${bindgenFolder}/Cargo.lock`, 'wasm-bindgen-cli-support') !== bindgenVersion) {
    throw new Failure(`${bindgenFolder} is not made for wasm-bindgen ${bindgenVersion}`, {
      remedy: `name ${bindgenVersion} in ${bindgenFolder}/Cargo.toml and run cargo update there`,
    });
  }
  const { host } = await inspectRust();
  const content = fingerprint([bindgenFolder], [wasmPackVersion], (path) => !path.includes('/target/')).slice(0, 16);
  const folder = await cached(`wasm-tools-${content}-${host}`, step, async (temporary) => {
    const target = join(temporary, 'target');
    await buildProgram(step, join(root, bindgenFolder), temporary, target);
    await installProgram(step, 'wasm-pack', wasmPackVersion, temporary, target);
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
