// Makes `docs/compatibility.md` anew from what was recorded: `npm run docs:compatibility`. With `--check` it writes nothing, and fails when the page is another.
import { parseArgs } from 'node:util';
import { isPageCurrent, writePage } from './compatibility/page.mjs';
import { Failure, main } from './run/failure.mjs';

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

await main(async () => {
  if (!options.check) return writePage();
  if (!(await isPageCurrent())) {
    throw new Failure('docs/compatibility.md is not what its generator makes of docs/compatibility/*.json', {
      remedy: 'npm run docs:compatibility',
    });
  }
});
