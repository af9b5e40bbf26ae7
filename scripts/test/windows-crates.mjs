import { join } from 'node:path';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';
import { mingw } from '../toolchain/mingw.mjs';
import { rustTarget } from '../toolchain/rust-target.mjs';
import { runCargoTest } from './crates.mjs';

const step = 'crates on Windows';
const triple = 'x86_64-pc-windows-gnu';

/**
 * Runs the tests that the crates have for Windows, built on Linux.
 *
 * @param {string[]} wine what goes before the path of a program for Windows and its arguments
 */
export async function testCratesOnWindows(wine) {
  await rustTarget(step, triple);
  const { programs, variables } = await mingw(step);
  const extra = {
    ...variables,
    CARGO_TARGET_DIR: join(root, 'target', 'windows'),
    PATH: toolEnvironment({ first: [programs] }).PATH,
  };
  // Strings of JSON are strings of TOML.
  const runner = ['--config', `target.${triple}.runner=${JSON.stringify(wine)}`];
  const crates = ['--package', 'rt-process', '--package', 'rt-ipc'];
  const tests = ['--lib', '--test', 'windows', '--test', 'libuv_frame'];
  return runCargoTest(step, ['--target', triple, ...runner, ...crates, ...tests], {
    extra,
    harness: ['--test-threads', '2'],
  });
}
