// Sets everything up and runs all tests: `npm test`. `npm test -- spawn ipc/` runs only the specs of these names and folders.
import { buildEverything } from '../build/everything.mjs';
import { buildSpecs } from '../build/typescript.mjs';
import { main } from '../run/failure.mjs';
import { runSpecs } from '../test/ava.mjs';
import { runCrateTests, runDocTests } from '../test/crates.mjs';
import { specFiles } from '../test/spec-files.mjs';
import { runAll } from '../test/totals.mjs';

await main(async () => {
  const names = process.argv.slice(2);
  await buildEverything();
  const runners = { specs: () => buildSpecs().then(() => runSpecs(specFiles(names))) };
  if (names.length === 0) Object.assign(runners, { crates: runCrateTests, 'doc tests': runDocTests });
  return runAll(runners);
});
