import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { cargoBin, toolEnvironment } from '../run/environment.mjs';
import { inspectRust } from './rust.mjs';

const limit = 60_000;

/**
 * Adds a target to the machine's Rust by rustup, unless it has it.
 *
 * @param {string} step
 * @param {string} triple
 * @throws {import('../run/failure.mjs').Failure} when rustup cannot be reached or there is none
 */
export async function rustTarget(step, triple) {
  const { sysroot } = await inspectRust();
  if (hasTarget(sysroot, triple)) return;
  const own = join(cargoBin, process.platform === 'win32' ? 'rustup.exe' : 'rustup');
  await run(step, existsSync(own) ? own : 'rustup', ['target', 'add', triple], {
    env: toolEnvironment(),
    limit,
    remedy: `check the network and run: rustup target add ${triple}`,
  });
}

function hasTarget(sysroot, triple) {
  const folder = join(sysroot, 'lib', 'rustlib', triple, 'lib');
  return existsSync(folder) && readdirSync(folder).some((file) => /^libstd-.*\.rlib$/.test(file));
}
