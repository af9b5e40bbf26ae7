import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run/command.mjs';
import { root } from '../run/project.mjs';
import { withoutPanicTexts } from './panic-texts.mjs';

/** The features of WebAssembly that the compiler uses. */
const features = [
  'simd',
  'bulk-memory',
  'sign-ext',
  'nontrapping-float-to-int',
  'mutable-globals',
  'reference-types',
  'multivalue',
].map((feature) => `--enable-${feature}`);

/** What the modules are made of. */
export const wasmInputs = [
  'crates/querystring',
  'crates/querystring-wasm',
  'scripts/build/wasm.mjs',
  'scripts/build/panic-texts.mjs',
  'Cargo.toml',
  'Cargo.lock',
  '.cargo/config.toml',
  'package-lock.json',
];

/** The module for browsers, which their bundle holds. */
export const smallModule = 'target/wasm-pack/browser.wasm';

/** The module for Node. */
export const fastModule = 'dist/querystring/codec.wasm';

/** What {@link buildWasm} writes. */
export const wasmOutputs = [fastModule, smallModule];

/**
 * Builds the WebAssembly module for Node, for speed, and the one for browsers, for size.
 *
 * @param {{ env: NodeJS.ProcessEnv }} options the environment: wasm-pack, wasm-bindgen, wasm-opt
 *   and a toolchain with the target on PATH
 */
export async function buildWasm({ env }) {
  mkdirSync(join(root, 'dist', 'querystring'), { recursive: true });
  copyFileSync(await buildModule('wasm', env, ['--features', 'fast']), join(root, fastModule));
  const small = await withoutGlue(await buildModule('wasm-small', env), env);
  writeFileSync(join(root, smallModule), withoutPanicTexts(readFileSync(small)));
}

/** Builds the module by a profile of Cargo.toml and more arguments, and returns its file. */
async function buildModule(profile, env, more = []) {
  const output = join('target', 'wasm-pack', profile);
  const args = ['build', 'crates/querystring-wasm', '--mode', 'no-install', '--no-pack', '--target', 'web'];
  await run(
    'wasm',
    'wasm-pack',
    [...args, '--profile', profile, '--out-dir', join('..', '..', output), '--', '--locked', ...more],
    {
      env,
      remedy: 'read the compiler message above; when crates cannot be downloaded, check the network',
    },
  );
  return join(root, output, 'rt_querystring_wasm_bg.wasm');
}

/** What the browser's build does by JavaScript: it would take a kilobyte. */
const byEngine = 'decode_component';

/**
 * Takes out what wasm-bindgen has put into the module for its own glue, and what browsers need no
 * WebAssembly for, and returns the file of the rest.
 */
async function withoutGlue(file, env) {
  const module = new WebAssembly.Module(readFileSync(file));
  const own = WebAssembly.Module.exports(module).filter(({ name }) => !name.startsWith('__') && name !== byEngine);
  const graph = [
    { name: 'outside', reaches: own.map(({ name }) => name), root: true },
    ...own.map(({ name }) => ({ name, export: name })),
  ];
  const [graphFile, output] = ['graph.json', 'small.wasm'].map((name) => join(root, 'target', 'wasm-pack', name));
  writeFileSync(graphFile, JSON.stringify(graph));
  const metadce = join(root, 'node_modules', '.bin', 'wasm-metadce');
  await run('wasm', metadce, [file, '--graph-file', graphFile, ...features, '-o', output], { env });
  // Half a kilobyte less, compressed, than what wasm-pack's own call leaves.
  const optimize = join(root, 'node_modules', '.bin', 'wasm-opt');
  const passes = ['--flatten', '--rereloop', '-Oz', '-Oz'];
  await run('wasm', optimize, [output, ...passes, ...features, '-o', output], { env });
  return output;
}
