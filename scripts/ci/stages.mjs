import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { npm } from '../run/npm.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { adapters, without } from '../test/adapters.mjs';
import { counting, start } from '../test/counting.mjs';
import { testCrateTarballs } from '../test/crate-tarballs.mjs';
import { checkExternalTypes } from '../test/external-types.mjs';
import { runMiri } from '../test/miri.mjs';
import { checkOldestRust } from '../test/oldest-rust.mjs';
import { wasmTriple } from '../toolchain/triple.mjs';
import { wasmTarget } from '../toolchain/wasm-target.mjs';

const denyWarnings = ['--', '-D', 'warnings'];

/**
 * The stages in their order. Each returns its counts, or throws a failure; a stage that is one check counts as one.
 *
 * @type {Record<string, () => Promise<import('../test/counts.mjs').Counts>>}
 */
export const stages = {
  tests: () => counting('tests', (options) => npm('tests', ['test', '--loglevel=error'], options)),
  'the specs on other versions of Node, in Bun and in Deno': () => counted('test:matrix'),
  "Node's own test files": async () => {
    const { counts, status } = await start('node-suite', task('test:node-suite', ['--all']));
    if (status !== 0) return counts;
    // Each file did what expectations.json says. One that fails as expected, with its reason there, counts as skipped.
    return { ...counts, failed: 0, skipped: counts.skipped + counts.failed };
  },
  'programs under the override': () => counted('test:programs', ['--no-build']),
  'query strings in browsers': () => counted('test:browsers'),
  'plain loops and framing under Miri': runMiri,
  'format of Rust': () =>
    cargo('format of Rust', ['fmt', '--all', '--check'], 'run: cargo fmt --all (rustup component add rustfmt)'),
  'format and lint of TypeScript': () =>
    one('biome', tool('biome'), ['ci', '--colors=off', '--error-on-warnings'], 'run: npx biome check --write'),
  'lint of Rust': async () => {
    await clippy('lint of Rust', ['--workspace', ...without(adapters), '--all-targets', '--all-features']);
    // Compiled as a test, an adapter is all dead code: what exports its functions is left out then.
    return clippy('lint of the adapters', [...adapters.flatMap((crate) => ['--package', crate]), '--lib']);
  },
  'lint of Rust for WebAssembly': lintWebAssembly,
  'type check': async () => {
    await one('type check', tool('tsc'), ['-p', '.', '--noEmit', '--pretty', 'false']);
    return one('type check', tool('tsc'), ['-p', '__test__', '--noEmit', '--pretty', 'false']);
  },
  'generated pages': () => counted('docs', ['--check']),
  'documentation of the crates': () =>
    cargo('cargo doc', ['doc', '--no-deps', '--workspace', '--all-features', '--locked'], 'read the message above', {
      RUSTDOCFLAGS: '-D warnings',
    }),
  'types of other crates in the interfaces': checkExternalTypes,
  'the crates with the oldest Rust that they name': checkOldestRust,
  'the crates from their tarballs': testCrateTarballs,
  'installation of the packages': () => counted('verify-tarballs'),
};

/** Runs a task of scripts/run.mjs in a process of its own, for {@link start}. */
function task(name, args = []) {
  const entry = join(root, 'scripts', 'run.mjs');
  return (options) => run(name.replace('test:', ''), process.execPath, [entry, name, ...args], options);
}

function counted(name, args) {
  return counting(name, task(name, args));
}

function tool(name) {
  return join(root, 'node_modules', '.bin', name);
}

async function one(step, program, args, remedy, env = toolEnvironment()) {
  await run(step, program, args, { env, remedy });
  return { passed: 1, failed: 0, skipped: 0 };
}

function cargo(step, args, remedy, extra = {}) {
  return one(step, 'cargo', args, remedy, toolEnvironment({ extra: { CARGO_TERM_COLOR: 'never', ...extra } }));
}

function clippy(step, what) {
  const remedy = 'mend what clippy names (rustup component add clippy, when it is missing)';
  return cargo(step, ['clippy', '--locked', ...what, ...denyWarnings], remedy);
}

async function lintWebAssembly() {
  const step = 'lint of Rust for WebAssembly';
  const { folders } = await wasmTarget(step);
  if (folders.length > 0) {
    report(step, "skipped: the target comes from Debian's Rust, which has no clippy");
    return { passed: 0, failed: 0, skipped: 1 };
  }
  return clippy(step, ['--package', 'rt-querystring-wasm', '--target', wasmTriple]);
}
