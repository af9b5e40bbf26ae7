import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { serve } from '../../../../scripts/browsers/static-server.mjs';
import { visit } from '../../../../scripts/browsers/visit.mjs';
import { policies } from '../policies.mjs';
import { assertPassed } from '../report.mjs';
import { long } from './specs.mjs';

const count = 500;

/** The specs in a service worker that is one classic script, with WebAssembly and without it. */
export function* serviceWorkerChecks(browser, driver, { folder }) {
  const codecs = { wasm: policies.webAssembly, typescript: policies.withoutWebAssembly };
  for (const [codec, policy] of Object.entries(codecs)) {
    yield [
      `${browser}, service worker: the specs pass, and ${count} random calls are as in Node, by ${codec}`,
      () => assertSpecs(driver, folder, policy, codec),
    ];
  }
}

async function assertSpecs(driver, folder, policy, codec) {
  const server = await serve(await bundled(folder), { policy });
  try {
    const { result } = await visit(driver, server, '/', (page) =>
      page.evaluate((order) => globalThis.inServiceWorker(order), { wrong: false, leftOut: long, seed: 1, count }),
    );
    assertPassed(result, codec, 1, count);
  } finally {
    server.close();
  }
}

async function bundled(folder) {
  const source = join(folder, 'service-worker');
  const outdir = join(folder, 'bundled', 'service-worker');
  await build({
    absWorkingDir: source,
    entryPoints: ['service-worker.mjs', 'page.js'],
    outdir,
    bundle: true,
    format: 'iife',
    // The specs look at what `this` is: as in the module that they were.
    banner: { js: '"use strict";' },
    platform: 'browser',
    logLevel: 'warning',
  });
  copyFileSync(join(source, 'index.html'), join(outdir, 'index.html'));
  return outdir;
}
