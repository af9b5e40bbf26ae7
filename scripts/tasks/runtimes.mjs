// Installs other runtimes and prints the path of each executable:
// `npm run runtimes -- node@24 bun deno`.
import { Failure, main } from '../run/failure.mjs';
import { reportToStandardError } from '../run/progress.mjs';
import { runtime } from '../runtimes/runtime.mjs';

await main(async () => {
  reportToStandardError();
  const wanted = process.argv.slice(2);
  if (wanted.length === 0) throw new Failure('no runtime is named', { remedy: 'npm run runtimes -- node@24 bun deno' });
  for (const specifier of wanted) console.log(await runtime(specifier));
});
