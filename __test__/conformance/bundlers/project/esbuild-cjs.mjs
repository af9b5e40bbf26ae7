import { build } from 'esbuild';

await build({
  entryPoints: { server: './server.mjs', 'rt-std.linux-x64-gnu': 'rt-std-linux-x64-gnu' },
  loader: { '.node': 'copy' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  outdir: 'out/esbuild-cjs',
});
