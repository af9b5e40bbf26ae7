import { join } from 'node:path';
import { pythonPackages } from './python-packages.mjs';

/**
 * What builds for other platforms, installed once per user: `cargo zigbuild`, and zig as its C
 * compiler and linker.
 *
 * @param {string} step
 * @returns {Promise<{ folder: string, variables: Record<string, string> }>} the folder that goes
 *   first on PATH, and the variables that cargo needs
 */
export async function zig(step) {
  const folder = await pythonPackages('zig', 'scripts/toolchain/zig/requirements.txt', step);
  return { folder: join(folder, 'bin'), variables: { CARGO_ZIGBUILD_ZIG_PATH: join(folder, 'ziglang', 'zig') } };
}
