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
import { otherNodes } from '../test/matrix.mjs';
import { runMiri } from '../test/miri.mjs';
import { checkOldestRust } from '../test/oldest-rust.mjs';
import { otherRuntimes, withoutLibuv } from '../test/other-runtimes.mjs';
import { querystringFiles } from '../test/querystring-files.mjs';
import { querystringRuntimes } from '../test/querystring-runtimes.mjs';
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
  ...otherNodes(),
  "Node's own test files": async () => {
    const script = join(root, '__test__', 'node-suite', 'run.mjs');
    const { counts, status } = await start('node-suite', (options) =>
      run('node-suite', process.execPath, [script, '--all'], options),
    );
    if (status !== 0) return counts;
    // Every file did what the expectations say: one that is expected to fail, with its reason in the table, proves nothing.
    return { ...counts, failed: 0, skipped: counts.skipped + counts.failed };
  },
  "other people's programs": () => {
    const script = join(root, 'scripts', 'programs.mjs');
    return counting('programs', (options) => run('programs', process.execPath, [script, '--no-build'], options));
  },
  "Node's querystring files on every backend and Node": querystringFiles,
  ...querystringRuntimes(),
  'query strings in browsers': () => {
    const script = join(root, 'scripts', 'browsers.mjs');
    return counting('browsers', (options) => run('browsers', process.execPath, [script], options));
  },
  ...otherRuntimes(),
  ...withoutLibuv(),
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
  'generated pages': async () => {
    const pages = ['compatibility', 'reliability'];
    for (const page of pages) {
      const script = join(root, 'scripts', `${page}.mjs`);
      await run('generated pages', process.execPath, [script, '--check'], {
        env: toolEnvironment(),
        remedy: `run: npm run docs:${page}`,
      });
    }
    return { passed: pages.length, failed: 0, skipped: 0 };
  },
  'documentation of the crates': () =>
    cargo('cargo doc', ['doc', '--no-deps', '--workspace', '--all-features', '--locked'], 'read the message above', {
      RUSTDOCFLAGS: '-D warnings',
    }),
  'types of other crates in the interfaces': checkExternalTypes,
  'the crates with the oldest Rust that they name': checkOldestRust,
  'the crates from their tarballs': testCrateTarballs,
  'installation of the packages': () => {
    const script = join(root, 'scripts', 'verify-tarballs.mjs');
    return counting('installation', (options) => run('installation', process.execPath, [script], options));
  },
};

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
