// Starts a worker in workerd and prints its answer: <folder> <miniflare's file> <date> <order>
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

const [, , folder, miniflare, compatibilityDate, order] = argv;
const { Miniflare } = await import(pathToFileURL(miniflare).href);
const kinds = { js: 'ESModule', wasm: 'CompiledWasm' };
const files = readdirSync(folder).sort((one, other) => one.endsWith('.wasm') - other.endsWith('.wasm'));
const worker = new Miniflare({
  compatibilityDate,
  modulesRoot: folder,
  modules: files.map((file) => ({
    type: kinds[file.split('.').at(-1)],
    path: join(folder, file),
    contents: readFileSync(join(folder, file)),
  })),
});
try {
  const response = await worker.dispatchFetch('http://localhost/', { method: 'POST', body: order });
  console.log(await response.text());
} finally {
  await worker.dispose();
}
