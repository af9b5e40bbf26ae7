import { join } from 'node:path';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';
import { mingw } from '../toolchain/mingw.mjs';
import { rustTarget } from '../toolchain/rust-target.mjs';
import { sum } from './counts.mjs';
import { runCargoTest } from './crates.mjs';

const step = 'crates on Windows';
const triple = 'x86_64-pc-windows-gnu';

/**
 * Runs the tests that the crates have for Windows, and the examples in their documentation, built
 * on Linux.
 *
 * @param {string[]} wine what goes before the path of a program for Windows and its arguments
 */
export async function testCratesOnWindows(wine) {
  await rustTarget(step, triple);
  const { programs, variables } = await mingw(step);
  const extra = {
    ...variables,
    // The examples are linked by rustdoc.
    CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUSTDOCFLAGS: variables.CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUSTFLAGS,
    CARGO_TARGET_DIR: join(root, 'target', 'windows'),
    PATH: toolEnvironment({ first: [programs] }).PATH,
  };
  // Strings of JSON are strings of TOML.
  const runner = ['--config', `target.${triple}.runner=${JSON.stringify(wine)}`];
  const crates = ['--package', 'rt-process', '--package', 'rt-ipc'];
  const test = (tests, how) =>
    runCargoTest(step, ['--target', triple, ...runner, ...crates, ...tests], {
      extra,
      harness: ['--test-threads', '2'],
      ...how,
    });
  const tests = await test(['--lib', '--test', 'windows', '--test', 'windows_handles', '--test', 'libuv_frame']);
  return sum([tests, await test(['--doc'], { unexplained: 'an example for other systems' })]);
}
