import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { root } from '../run/project.mjs';
import { cached } from '../steps/cache.mjs';
import { installProgram } from './cargo-install.mjs';
import { inspectRust } from './rust.mjs';

const wasmPackVersion = '0.15.1';

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
    await installProgram(step, 'wasm-bindgen-cli', bindgenVersion, temporary, target);
    await installProgram(step, 'wasm-pack', wasmPackVersion, temporary, target);
    rmSync(target, { recursive: true });
  });
  return join(folder, 'bin');
}

function lockedVersion(crate) {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const found = new RegExp(`^name = "${crate}"\\nversion = "([^"]+)"`, 'm').exec(lock);
  if (!found) throw new Failure(`Cargo.lock has no ${crate}`);
  return found[1];
}
