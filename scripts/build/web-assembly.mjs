import { toolEnvironment } from '../run/environment.mjs';
import { step } from '../steps/step.mjs';
import { wasmTarget } from '../toolchain/wasm-target.mjs';
import { wasmTools } from '../toolchain/wasm-tools.mjs';

/**
 * Builds the WASM and the browser's bundle, after fetching what that needs.
 *
 * @param {Promise<void>} dependencies settles when node_modules is there
 */
export async function buildWebAssembly(dependencies) {
  await dependencies;
  // The bundler that this module imports comes with the dependencies.
  const { buildWasm, wasmInputs, wasmOutputs } = await import('./wasm.mjs');
  await step({
    name: 'wasm',
    inputs: wasmInputs,
    outputs: wasmOutputs,
    run: async () => {
      const { folders } = await wasmTarget('wasm');
      const tools = await wasmTools('wasm');
      await buildWasm({ env: toolEnvironment({ first: [tools, ...folders] }) });
    },
  });
}
