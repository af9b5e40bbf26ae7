import { tool, versionOf } from '../../../../scripts/browsers/tools.mjs';

export const version = versionOf('vite');

/** Vite finds what is to be bundled from `index.html`. */
export async function bundle(source, outdir) {
  const { build } = await tool('vite');
  await build({
    root: source,
    base: './',
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir: outdir, emptyOutDir: true },
  });
}
