import { Failure } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { builtDebianToolchain, debianToolchain } from './debian.mjs';
import { inspectRust } from './rust.mjs';
import { hasTarget, rustTarget } from './rust-target.mjs';
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
  if (hasTarget(rust.sysroot, wasmTriple)) return { folders: [] };
  if (route === 'auto') {
    const built = builtDebianToolchain(rust);
    if (built) return { folders: [built] };
  }
  try {
    await rustTarget(step, wasmTriple, rustupLimit);
    return { folders: [] };
  } catch (error) {
    if (route === 'rustup' || !(error instanceof Failure)) throw error;
    report(step, `rustup has not installed the target (${error.message.split('\n')[0]}); using Debian's Rust instead`);
    return { folders: [await debianToolchain(step, rust)] };
  }
}
