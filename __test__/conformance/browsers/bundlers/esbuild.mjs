import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, version } from 'esbuild';

export { version };

/** esbuild knows no pages and no workers: each is an entry. */
export async function bundle(source, outdir, entries) {
  await build({
    absWorkingDir: source,
    entryPoints: entries,
    outdir,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'warning',
  });
  copyFileSync(join(source, 'index.html'), join(outdir, 'index.html'));
}
