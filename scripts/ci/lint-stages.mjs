import { join } from 'node:path';
import { checkComments } from '../lint/comments.mjs';
import { checkDeny } from '../lint/deny.mjs';
import { checkImports } from '../lint/imports.mjs';
import { checkWorkflows } from '../lint/workflows.mjs';
import { report } from '../run/progress.mjs';
import { root } from '../run/project.mjs';
import { adapters, without } from '../test/adapters.mjs';
import { noCounts } from '../test/counts.mjs';
import { wasmTriple } from '../toolchain/triple.mjs';
import { wasmTarget } from '../toolchain/wasm-target.mjs';
import { cargo, one } from './commands.mjs';

/** An example is a package of its own, as a user's program would be. */
const example = ['--manifest-path', join(root, 'examples', 'rust-and-node', 'Cargo.toml')];

const denyWarnings = ['--', '-D', 'warnings'];

/**
 * The stages that run nothing of ours: `npm run lint`.
 *
 * @type {Record<string, () => Promise<import('../test/counts.mjs').Counts>>}
 */
export const lintStages = {
  'format of Rust': async () => {
    await format('format of Rust', ['--all']);
    return format("format of the example's Rust", example);
  },
  'format and lint of TypeScript': () =>
    one('biome', tool('biome'), ['ci', '--colors=off', '--error-on-warnings'], 'run: npm run format'),
  imports: checkImports,
  comments: checkComments,
  workflows: checkWorkflows,
  'licences and sources of the crates': checkDeny,
  'lint of Rust': async () => {
    await clippy('lint of Rust', ['--workspace', ...without(adapters), '--all-targets', '--all-features']);
    // Compiled as a test, an adapter is all dead code: what exports its functions is left out then.
    await clippy('lint of the adapters', [...adapters.flatMap((crate) => ['--package', crate]), '--lib']);
    return clippy("lint of the example's Rust", [...example, '--target-dir', join(root, 'target', 'examples')]);
  },
  'lint of Rust for WebAssembly': lintWebAssembly,
  'type check': async () => {
    await one('type check', tool('tsc'), ['-p', '.', '--noEmit', '--pretty', 'false']);
    return one('type check', tool('tsc'), ['-p', '__test__', '--noEmit', '--pretty', 'false']);
  },
};

function tool(name) {
  return join(root, 'node_modules', '.bin', name);
}

function format(step, what) {
  return cargo(step, ['fmt', ...what, '--check'], 'run: npm run format (rustup component add rustfmt)');
}

function clippy(step, what) {
  const remedy = 'fix what clippy names (rustup component add clippy, when it is missing)';
  return cargo(step, ['clippy', '--locked', ...what, ...denyWarnings], remedy);
}

async function lintWebAssembly() {
  const step = 'lint of Rust for WebAssembly';
  const { folders } = await wasmTarget(step);
  if (folders.length > 0) {
    report(step, "skipped: the target comes from Debian's Rust, which has no clippy");
    return { ...noCounts(), skipped: 1 };
  }
  return clippy(step, ['--package', 'rt-querystring-wasm', '--features', 'fast', '--target', wasmTriple]);
}
