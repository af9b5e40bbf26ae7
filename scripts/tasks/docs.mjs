// Writes the pages that are generated from recorded results: `npm run docs`, or
// `npm run docs -- reliability`. With `--check` it writes nothing and fails when a page is out of
// date.
import { parseArgs } from 'node:util';
import { run } from '../run/command.mjs';
import { toolEnvironment } from '../run/environment.mjs';
import { Failure, main, outcome } from '../run/failure.mjs';
import { describe, sum } from '../test/counts.mjs';

/** The program that makes each page stands beside the tests that record its results. */
const pages = {
  comparison: 'bench/comparison/make-page.mjs',
  compatibility: '__test__/conformance/make-page.mjs',
  platforms: '__test__/conformance/platforms/make-page.mjs',
  readme: '__test__/conformance/platforms/make-readme.mjs',
  reliability: '__test__/reliability/make-page.mjs',
};

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});

await main(async () => {
  const names = positionals.length > 0 ? positionals : Object.keys(pages);
  const unknown = names.find((name) => !Object.hasOwn(pages, name));
  if (unknown) {
    throw new Failure(`no generated page is named ${unknown}`, { remedy: `name: ${Object.keys(pages).join(', ')}` });
  }
  const counts = [];
  for (const name of names) counts.push(await outcome(() => make(name)));
  const total = sum(counts);
  if (values.check) console.log(describe(total));
  return total.failed > 0 ? 1 : 0;
});

async function make(name) {
  const args = values.check ? [pages[name], '--check'] : [pages[name]];
  await run(`docs ${name}`, process.execPath, args, { env: toolEnvironment(), remedy: `run: npm run docs -- ${name}` });
  return { passed: 1, failed: 0, skipped: 0 };
}
