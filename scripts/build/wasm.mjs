import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { run } from '../run/command.mjs';
import { root } from '../run/project.mjs';

/** What the outputs are made of. */
export const wasmInputs = [
  'crates/querystring',
  'crates/querystring-wasm',
  'ts/querystring',
  'ts/binding/querystring-wasm.ts',
  'scripts/build/wasm.mjs',
  'Cargo.toml',
  'Cargo.lock',
  '.cargo/config.toml',
  'package-lock.json',
];

/** What {@link buildWasm} writes. */
export const wasmOutputs = ['dist/querystring/codec.wasm', 'dist/browser/querystring.mjs'];

/**
 * Builds the WebAssembly module for Node, for speed, and the browser's bundle, which holds one built for size.
 *
 * @param {{ env: NodeJS.ProcessEnv }} options the environment: wasm-pack, wasm-bindgen, wasm-opt and a toolchain with the target on PATH
 */
export async function buildWasm({ env }) {
  mkdirSync(join(root, 'dist', 'querystring'), { recursive: true });
  copyFileSync(await buildModule('wasm', env), join(root, 'dist', 'querystring', 'codec.wasm'));
  await bundleForBrowsers(readFileSync(await buildModule('wasm-small', env)));
}

/** Builds the module by a profile of Cargo.toml and returns its file. */
async function buildModule(profile, env) {
  const output = join('target', 'wasm-pack', profile);
  const args = ['build', 'crates/querystring-wasm', '--mode', 'no-install', '--no-pack', '--target', 'web'];
  await run(
    'wasm',
    'wasm-pack',
    [...args, '--profile', profile, '--out-dir', join('..', '..', output), '--', '--locked'],
    {
      env,
      remedy: 'read the compiler message above; when crates cannot be downloaded, check the network',
    },
  );
  return join(root, output, 'rt_querystring_wasm_bg.wasm');
}

async function bundleForBrowsers(codec) {
  const mask = smallestMask(codec);
  const contents = `
    import { createBrowserQuerystring } from './browser';
    const querystring = createBrowserQuerystring(${JSON.stringify(masked(codec, mask))}, ${mask});
    export const { unescapeBuffer, unescape, escape, stringify, encode, parse, decode } = querystring;
    export default querystring;
  `;
  await build({
    stdin: { contents, resolveDir: join(root, 'ts', 'querystring'), sourcefile: 'browser-entry.mjs' },
    absWorkingDir: root,
    outfile: join(root, 'dist', 'browser', 'querystring.mjs'),
    bundle: true,
    charset: 'utf8',
    format: 'esm',
    minify: true,
    platform: 'browser',
    target: ['es2022'],
    logLevel: 'warning',
  });
}

function masked(codec, mask) {
  return Buffer.from(codec.map((octet) => octet ^ mask)).toString('latin1');
}

// As a text, NUL is written with two characters and an octet above 127 takes two, and these are frequent in WebAssembly. Combined with the right number,
// the frequent octets become characters that take one: half a kilobyte less when it is compressed.
function smallestMask(codec) {
  const size = (mask) => gzipSync(JSON.stringify(masked(codec, mask))).length;
  const sizes = Array.from({ length: 256 }, (_, mask) => size(mask));
  return sizes.indexOf(Math.min(...sizes));
}
