import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the worker as wrangler does; the WebAssembly stays a file that is imported. */
export async function bundleWorker(folder) {
  const outdir = join(folder, 'worker');
  await build({
    ...common(folder, ['workerd', 'worker', 'browser']),
    entryPoints: ['worker.mjs'],
    outdir,
    format: 'esm',
    loader: { '.wasm': 'copy' },
  });
  return outdir;
}

/**
 * Bundles the script for Vercel's runtime.
 *
 * @param {string[]} conditions with `edge-light` or without it
 */
export async function bundleEdge(folder, conditions) {
  const outfile = join(folder, `${conditions[0]}.js`);
  await build({
    ...common(folder, conditions),
    entryPoints: ['edge.mjs'],
    outfile,
    format: 'iife',
    // As the module is that it was: the specs look at what `this` is.
    banner: { js: '"use strict";' },
    plugins: [compiledModules],
  });
  return outfile;
}

/** As Next.js does it: the import becomes a variable with the compiled module. */
const compiledModules = {
  name: 'compiled modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({ path, namespace: 'compiled' }));
    onLoad({ filter: /./, namespace: 'compiled' }, () => ({ contents: 'export default compiledCodec;' }));
  },
};

const common = (folder, conditions) => ({
  absWorkingDir: folder,
  bundle: true,
  conditions,
  platform: 'browser',
  target: ['es2022'],
  // A comparison with Node's answers shows the names of classes.
  keepNames: true,
  logLevel: 'warning',
});
