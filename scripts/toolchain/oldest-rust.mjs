import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { cached } from '../steps/cache.mjs';
import { unpackPackages, writePrograms } from './debian-packages.mjs';
import { inspectRust } from './rust.mjs';

// Raised when what is made here changes.
const layout = 1;

/**
 * What Debian calls one version of Rust: its own (13), and the newer one that stands beside it for
 * browsers (12).
 */
const families = [
  ['rustc', 'cargo', 'libstd-rust-dev'],
  ['rustc-web', 'cargo-web', 'libstd-rust-web-dev'],
];

/**
 * A Rust of exactly one minor version: rustup's where it is installed, else Debian's, unpacked into
 * the user's cache.
 *
 * @param {string} step
 * @param {string} version such as `1.85`
 * @returns {Promise<{ command: string[], folders: string[] }>} the arguments of cargo that choose
 *   it, and folders that go first on PATH
 * @throws {Failure} when there is neither: `rustup toolchain install 1.85` helps
 */
export async function oldestRust(step, version) {
  const ofRustup = { command: [`+${version}`], folders: [] };
  if (await answers(step, ofRustup)) return ofRustup;
  const { host } = await inspectRust();
  const name = `debian-rust-${version}-${layout}-${host}`;
  const folder = await cached(name, step, (temporary) => unpack(step, version, temporary));
  const ofDebian = { command: [], folders: [join(folder, 'bin')] };
  if (await answers(step, ofDebian)) return ofDebian;
  throw new Failure(`the Rust ${version} in ${folder} does not start`, { remedy: `remove ${folder}` });
}

async function answers(step, { command, folders }) {
  const env = toolEnvironment({ first: folders, extra: { RUSTUP_AUTO_INSTALL: '0' } });
  try {
    for (const program of ['cargo', 'rustc']) await run(step, program, [...command, '--version'], { env });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

async function unpack(step, version, folder) {
  for (const family of families) {
    const wanted = family.map((name) => `${name}=${version}.*`);
    try {
      await unpackPackages(step, wanted, folder);
    } catch (error) {
      if (!(error instanceof Failure) || family === families.at(-1)) throw error;
      continue;
    }
    writePrograms(folder, ['cargo', 'rustc', 'rustdoc']);
    return;
  }
}
