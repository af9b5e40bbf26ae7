import { toolEnvironment } from '../run/environment.mjs';
import { step } from '../steps/step.mjs';
import { wasmTarget } from '../toolchain/wasm-target.mjs';
import { wasmTools } from '../toolchain/wasm-tools.mjs';
import { buildWasm } from './wasm.mjs';

const inputs = [
  ...[
    'crates/querystring',
    'crates/querystring-wasm',
    'Cargo.toml',
    'Cargo.lock',
    '.cargo/config.toml',
    'package-lock.json',
  ],
  ...['ts/querystring', 'scripts/build/wasm.mjs'],
];

/**
 * Builds the WASM and the browser's bundle, after fetching what that needs.
 *
 * @param {Promise<void>} dependencies settles when node_modules is there
 */
export async function buildWebAssembly(dependencies) {
  await step({
    name: 'wasm',
    inputs,
    outputs,
    run: async () => {
      const { folders } = await wasmTarget('wasm');
      const tools = await wasmTools('wasm');
      await dependencies;
      await buildWasm({ env: toolEnvironment({ first: [tools, ...folders] }) });
    },
  });
}
