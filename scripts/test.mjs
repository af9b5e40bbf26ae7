// Sets everything up and runs all tests: `npm test`. `npm test -- <spec files>` runs only these specs.
import { buildEverything } from './build/everything.mjs';
import { buildSpecs } from './build/typescript.mjs';
import { main } from './run/failure.mjs';
import { runSpecs } from './test/ava.mjs';
import { runCrateTests, runDocTests } from './test/crates.mjs';
import { runAll } from './test/totals.mjs';

await main(async () => {
  const patterns = process.argv.slice(2);
  await buildEverything();
  const runners = { specs: () => buildSpecs().then(() => runSpecs(patterns)) };
  if (patterns.length === 0) Object.assign(runners, { crates: runCrateTests, 'doc tests': runDocTests });
  return runAll(runners);
});
