import { readFileSync } from 'node:fs';

const addon = {
  name: 'addon',
  buildStart() {
    const file = 'node_modules/rt-std-linux-x64-gnu/rt-std.linux-x64-gnu.node';
    this.emitFile({ type: 'asset', fileName: 'rt-std.linux-x64-gnu.node', source: readFileSync(file) });
  },
};

export default {
  plugins: [addon],
  ssr: { noExternal: true },
  build: { ssr: 'server.mjs', outDir: 'out/vite', emitAssets: true },
};
