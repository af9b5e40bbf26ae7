import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from '../steps/cache.mjs';
import { installProgram } from './cargo-install.mjs';
import { inspectRust } from './rust.mjs';

const crate = 'cargo-cyclonedx';
const version = '0.5.9';

/**
 * The program `cargo-cyclonedx`, compiled once per user from the crates registry.
 *
 * @param {string} step
 * @returns {Promise<string>}
 */
export async function cyclonedx(step) {
  const { host } = await inspectRust();
  const folder = await cached(`${crate}-${version}-${host}`, step, async (temporary) => {
    const target = join(temporary, 'target');
    await installProgram(step, crate, version, temporary, target);
    rmSync(target, { recursive: true });
  });
  return join(folder, 'bin', crate);
}
