// Makes `docs/reliability.md` from what was recorded: `npm run docs:reliability`. With `--check` it writes nothing, and fails when the page is another.
import { parseArgs } from 'node:util';
import { isPageCurrent, writePage } from './reliability/page.mjs';
import { Failure, main } from './run/failure.mjs';

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

await main(async () => {
  if (!options.check) return writePage();
  if (!(await isPageCurrent())) {
    throw new Failure('docs/reliability.md is not what its generator makes of docs/reliability/*.json', {
      remedy: 'npm run docs:reliability',
    });
  }
});
