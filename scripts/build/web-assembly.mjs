import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';
import { step } from '../steps/step.mjs';
import { wasmTarget } from '../toolchain/wasm-target.mjs';
import { wasmTools } from '../toolchain/wasm-tools.mjs';
import { buildWasm, smallModule, wasmInputs, wasmOutputs } from './wasm.mjs';

/**
 * Builds the WASM and the browser's bundle, after fetching what that needs.
 *
 * @param {Promise<void>} dependencies settles when node_modules is there
 */
export async function buildWebAssembly(dependencies) {
  await step({
    name: 'wasm',
    inputs: wasmInputs,
    outputs: wasmOutputs,
    run: async () => {
      // Compiling the tools takes longer than npm, and does not wait for it.
      const { folders } = await wasmTarget('wasm');
      const tools = await wasmTools('wasm');
      await dependencies;
      await buildWasm({ env: toolEnvironment({ first: [tools, ...folders] }) });
    },
  });
  await dependencies;
  await step({
    name: 'browser-bundle',
    inputs: [
      ...[smallModule, 'ts/querystring', 'ts/binding', 'ts/errors', 'package-lock.json'],
      ...['scripts/build/browser-bundle.mjs'],
    ],
    outputs: ['dist/browser/querystring.mjs'],
    run: async () => {
      // The bundler that this module imports comes with the dependencies.
      const { bundleForBrowsers } = await import('./browser-bundle.mjs');
      await bundleForBrowsers(readFileSync(join(root, smallModule)));
    },
  });
}
