import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { cargoBin, toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { inspectRust } from './rust.mjs';

/**
 * Adds a target to the machine's Rust by rustup, unless it has it.
 *
 * @param {string} step
 * @param {string} triple
 * @param {number} [limit] milliseconds that rustup may take
 * @throws {Failure} when rustup cannot be reached or there is none
 */
export async function rustTarget(step, triple, limit = 60_000) {
  const { sysroot } = await inspectRust();
  if (hasTarget(sysroot, triple)) return;
  const rustup = join(cargoBin, process.platform === 'win32' ? 'rustup.exe' : 'rustup');
  await run(step, existsSync(rustup) ? rustup : 'rustup', ['target', 'add', triple], {
    env: toolEnvironment({ extra: { RUST_BACKTRACE: '0' } }),
    limit,
    remedy: `check the network and run: rustup target add ${triple}`,
  });
  if (hasTarget(sysroot, triple)) return;
  throw new Failure(`rustup has added ${triple}, but not to the toolchain in use (${sysroot})`, {
    remedy: 'check RUSTUP_TOOLCHAIN and: rustup show',
  });
}

/**
 * Whether a Rust compiles for a target.
 *
 * @param {string} sysroot
 * @param {string} triple
 */
export function hasTarget(sysroot, triple) {
  const folder = join(sysroot, 'lib', 'rustlib', triple, 'lib');
  return existsSync(folder) && readdirSync(folder).some((file) => /^libstd-.*\.rlib$/.test(file));
}
