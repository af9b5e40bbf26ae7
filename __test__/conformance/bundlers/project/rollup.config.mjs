import { readFileSync } from 'node:fs';
import commonjs from '@rollup/plugin-commonjs';
import nodeResolve from '@rollup/plugin-node-resolve';

const addon = {
  name: 'addon',
  buildStart() {
    const file = 'node_modules/rt-std-linux-x64-gnu/rt-std.linux-x64-gnu.node';
    this.emitFile({ type: 'asset', fileName: 'rt-std.linux-x64-gnu.node', source: readFileSync(file) });
  },
};

export default {
  input: 'server.mjs',
  plugins: [nodeResolve(), commonjs(), addon],
  output: [
    { dir: 'out/rollup-cjs', format: 'cjs', entryFileNames: '[name].cjs' },
    { dir: 'out/rollup-esm', format: 'es', entryFileNames: '[name].mjs' },
  ],
};
