import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolEnvironment } from '../run/environment.mjs';
import { root } from '../run/project.mjs';
import { step } from '../steps/step.mjs';
import { wasmTarget } from '../toolchain/wasm-target.mjs';
import { wasmTools } from '../toolchain/wasm-tools.mjs';
import { buildWasm, fastModule, smallModule, wasmInputs, wasmOutputs } from './wasm.mjs';

/** The module for Node in a file of code, which bundlers take along. */
const codecText = 'dist/querystring/codec-text.js';

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
  await step({
    name: 'codec-text',
    inputs: [fastModule, 'scripts/build/web-assembly.mjs'],
    outputs: [codecText],
    run: async () => {
      const text = readFileSync(join(root, fastModule)).toString('base64');
      writeFileSync(join(root, codecText), `"use strict";\nmodule.exports = "${text}";\n`);
    },
  });
  await dependencies;
  await step({
    name: 'browser-bundle',
    inputs: [
      ...[smallModule, 'ts/querystring', 'ts/backend', 'ts/binding', 'ts/errors', 'package-lock.json'],
      ...['scripts/build/browser-bundle.mjs'],
    ],
    outputs: ['querystring', 'react-native', 'pairs', 'workerd', 'edge-light', 'backend'].flatMap((name) => [
      `dist/browser/${name}.mjs`,
      `dist/browser/${name}.cjs`,
    ]),
    run: async () => {
      // The bundler that this module imports comes with the dependencies.
      const { bundleForBrowsers } = await import('./browser-bundle.mjs');
      await bundleForBrowsers(readFileSync(join(root, smallModule)));
    },
  });
}
