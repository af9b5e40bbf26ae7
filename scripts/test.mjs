// Sets everything up and runs all tests: `npm test`. `npm test -- <spec files>` runs only these specs.
import { buildEverything } from './build/everything.mjs';
import { buildSpecs } from './build/typescript.mjs';
import { main, outcome } from './run/failure.mjs';
import { report } from './run/progress.mjs';
import { runSpecs } from './test/ava.mjs';
import { describe, sum } from './test/counts.mjs';
import { runCrateTests, runDocTests } from './test/crates.mjs';

await main(async () => {
  const patterns = process.argv.slice(2);
  await buildEverything();
  const runners = { specs: () => buildSpecs().then(() => runSpecs(patterns)) };
  if (patterns.length === 0) Object.assign(runners, { crates: runCrateTests, 'doc tests': runDocTests });
  const results = [];
  for (const [name, run] of Object.entries(runners)) {
    report(name, 'started');
    const counts = await outcome(run);
    report(name, describe(counts));
    results.push(counts);
  }
  const total = sum(results);
  console.log(describe(total));
  return total.failed > 0 ? 1 : 0;
});
