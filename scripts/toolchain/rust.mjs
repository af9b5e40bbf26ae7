import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../run/failure.mjs';
import { outputOf } from '../run/output.mjs';
import { root } from '../run/project.mjs';
import { isNewer } from './versions.mjs';

const installRust = 'install Rust with rustup (https://rustup.rs), then start again';

let inspection;

/**
 * What the machine's Rust is; asked once.
 *
 * @returns {Promise<{ version: string, commit: string, host: string, sysroot: string }>}
 * @throws {Failure} when there is no Rust, when it is older than `rust-version` in Cargo.toml, or
 *   when there is no C linker
 */
export function inspectRust() {
  inspection ??= inspect();
  return inspection;
}

async function inspect() {
  const [verbose, sysroot] = await Promise.all([
    ask('rustc', ['-vV']),
    ask('rustc', ['--print', 'sysroot']),
    ask('cargo', ['-V']),
  ]);
  const version = /^release: (\S+)/m.exec(verbose)[1];
  const commit = /^commit-hash: (\S+)/m.exec(verbose)[1];
  const host = /^host: (\S+)/m.exec(verbose)[1];
  const wanted = /^rust-version = "([^"]+)"/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))[1];
  if (isNewer(wanted, version)) {
    throw new Failure(`Rust ${version} is too old: ${wanted} is needed`, { remedy: 'run: rustup update stable' });
  }
  if (process.platform !== 'win32') await findLinker();
  return { version, commit, host, sysroot: sysroot.trim() };
}

async function ask(program, args) {
  try {
    return await outputOf(program, args);
  } catch (cause) {
    throw new Failure(`${program} ${args.join(' ')} does not work: ${cause.stderr || cause.message}`, {
      remedy: installRust,
      cause,
    });
  }
}

async function findLinker() {
  try {
    await outputOf('cc', ['--version']);
  } catch (cause) {
    const remedy =
      process.platform === 'darwin'
        ? 'run: xcode-select --install'
        : 'install a C compiler (Debian: apt-get install gcc libc6-dev)';
    throw new Failure('there is no C linker (cc)', { remedy, cause });
  }
}
