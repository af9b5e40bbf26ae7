import { build } from 'esbuild';

await build({
  entryPoints: { server: './server.mjs', 'rt-std.linux-x64-gnu': 'rt-std-linux-x64-gnu' },
  loader: { '.node': 'copy' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  outExtension: { '.js': '.mjs' },
  outdir: 'out/esbuild-esm',
});
