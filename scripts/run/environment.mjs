import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './project.mjs';

// Settings of the user's own builds that would change what is built here, or where it goes.
// CARGO_TARGET_DIR, CARGO_HOME, RUSTUP_TOOLCHAIN, linkers and registries stay: they say how to
// build on this machine, not what.
const foreign =
  /^(CARGO_PROFILE_.*|CARGO_BUILD_(?!JOBS$|TARGET_DIR$).*|CARGO_ENCODED_RUST(DOC)?FLAGS|CARGO_TARGET_.*_RUSTFLAGS|RUST(DOC)?FLAGS|RUSTC|RUSTDOC|CARGO|NODE_ENV|NODE_OPTIONS)$/;

/** Where cargo keeps what it has downloaded. */
export const cargoHome = process.env.CARGO_HOME || join(homedir(), '.cargo');

/** Where rustup and `cargo install` put their programs. */
export const cargoBin = join(cargoHome, 'bin');

/**
 * The environment for every tool: the user's own without foreign build settings, rustup's programs
 * before the system's, then the project's development tools.
 *
 * @param {{ first?: string[], extra?: Record<string, string> }} [options] folders that go before
 *   all others on PATH; variables to add
 * @returns {Record<string, string>}
 */
export function toolEnvironment({ first = [], extra = {} } = {}) {
  const env = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!foreign.test(name)) env[name] = value;
  }
  // An empty wrapper also overrides one in the user's cargo configuration.
  env.RUSTC_WRAPPER = '';
  env.RUSTC_WORKSPACE_WRAPPER = '';
  const own = [...first, cargoBin, join(root, 'node_modules', '.bin')];
  const rest = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && !own.includes(folder));
  env.PATH = [...own, ...rest].join(delimiter);
  return Object.assign(env, extra);
}
