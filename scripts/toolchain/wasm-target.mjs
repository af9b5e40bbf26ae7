import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { cargoBin, toolEnvironment } from '../run/environment.mjs';
import { Failure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { builtDebianToolchain, debianToolchain } from './debian.mjs';
import { inspectRust } from './rust.mjs';
import { wasmTriple } from './triple.mjs';

const routes = ['auto', 'rustup', 'debian'];
const rustupLimit = 20_000;

/**
 * Finds or makes a Rust that compiles to WebAssembly. `RT_STD_WASM_TOOLCHAIN` chooses the way:
 * `rustup` (the machine's Rust, with `rustup target add`), `debian` (Debian's Rust, its standard
 * library compiled from Debian's source), `auto` (the default: the first, then the second).
 *
 * @param {string} step
 * @returns {Promise<{ folders: string[] }>} folders that go first on PATH, empty for the machine's
 *   own Rust
 * @throws {Failure}
 */
export async function wasmTarget(step) {
  const route = process.env.RT_STD_WASM_TOOLCHAIN || 'auto';
  if (!routes.includes(route))
    throw new Failure(`RT_STD_WASM_TOOLCHAIN is '${route}'`, { remedy: `set it to one of: ${routes.join(', ')}` });
  const rust = await inspectRust();
  if (route === 'debian') return { folders: [await debianToolchain(step, rust)] };
  if (hasTarget(rust)) return { folders: [] };
  if (route === 'auto') {
    const built = builtDebianToolchain(rust);
    if (built) return { folders: [built] };
  }
  try {
    await addTarget(step, rust);
    return { folders: [] };
  } catch (error) {
    if (route === 'rustup' || !(error instanceof Failure)) throw error;
    report(step, `rustup has not installed the target (${error.message.split('\n')[0]}); using Debian's Rust instead`);
    return { folders: [await debianToolchain(step, rust)] };
  }
}

function hasTarget({ sysroot }) {
  const folder = join(sysroot, 'lib', 'rustlib', wasmTriple, 'lib');
  return existsSync(folder) && readdirSync(folder).some((file) => /^libstd-.*\.rlib$/.test(file));
}

async function addTarget(step, rust) {
  const rustup = join(cargoBin, process.platform === 'win32' ? 'rustup.exe' : 'rustup');
  await run(step, existsSync(rustup) ? rustup : 'rustup', ['target', 'add', wasmTriple], {
    env: toolEnvironment({ extra: { RUST_BACKTRACE: '0' } }),
    limit: rustupLimit,
    remedy: `check the network and run: rustup target add ${wasmTriple}`,
  });
  if (hasTarget(rust)) return;
  throw new Failure(`rustup has added ${wasmTriple}, but not to the toolchain in use (${rust.sysroot})`, {
    remedy: 'check RUSTUP_TOOLCHAIN and: rustup show',
  });
}
