import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tool, versionOf } from '../../../../scripts/browsers/tools.mjs';
import { Failure } from '../../../../scripts/run/failure.mjs';

export const version = versionOf('webpack');

/** webpack finds workers from the first entry; the page is the caller's. */
export async function bundle(source, outdir, [entry]) {
  const { default: webpack } = await tool('webpack');
  const compiler = webpack({
    mode: 'production',
    context: source,
    entry: { [entry.replace('.js', '')]: `./${entry}` },
    output: { path: outdir, module: true, filename: '[name].js' },
    experiments: { outputModule: true },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors() || stats.hasWarnings()) throw new Failure('webpack complains', { output: stats.toString() });
  copyFileSync(join(source, 'index.html'), join(outdir, 'index.html'));
}
