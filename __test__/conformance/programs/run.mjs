// Runs other people's programs on plain Node and under `rt-std/override`: `npm run test:programs`.
// See docs/programs.md.
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { main, outcome } from '../../../scripts/run/failure.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { sum } from '../../../scripts/test/counts.mjs';
import { conclude } from '../../../scripts/test/totals.mjs';
import { page } from '../page.mjs';
import { record } from '../results.mjs';
import { readArguments } from './arguments.mjs';
import { findPrograms } from './catalogue.mjs';
import { compare } from './compare.mjs';
import { installPrograms } from './install.mjs';
import { resultsOf, textOf } from './results.mjs';

const step = 'programs';

await main(async () => {
  const options = readArguments(process.argv.slice(2));
  const programs = await findPrograms(options.only);
  if (options.build) await buildEverything();
  const installed = await installPrograms(step);
  const rows = [];
  const counts = await sumOf(programs, async (program) => {
    report(step, program.name);
    const row = await compare(program, installed, options);
    rows.push(row);
    console.log(textOf(row));
    return row.counts;
  });
  if (options.record) {
    await record('programs', resultsOf(rows));
    await page.write();
  }
  return conclude(counts);
});

// One after the other: each is timed.
async function sumOf(programs, body) {
  const parts = [];
  for (const program of programs) parts.push(await outcome(() => body(program)));
  return sum(parts);
}
