// Sets everything up and runs all tests: `npm test`. `npm test -- spawn ipc/` runs only the specs
// of these names and folders, with the addon compiled quickly.
import { buildEverything } from '../build/everything.mjs';
import { buildSpecs } from '../build/typescript.mjs';
import { main } from '../run/failure.mjs';
import { report } from '../run/progress.mjs';
import { runSpecs } from '../test/ava.mjs';
import { runCrateTests, runDocTests } from '../test/crates.mjs';
import { lengthOfTests, specsLeftOut } from '../test/lengths.mjs';
import { specFiles, specFilesBut } from '../test/spec-files.mjs';
import { runAll } from '../test/totals.mjs';

await main(async () => {
  const names = process.argv.slice(2);
  if (names.length > 0) {
    await buildEverything({ profile: 'quick' });
    await buildSpecs();
    return runAll({ specs: () => runSpecs(specFiles(names)) });
  }
  await buildEverything();
  await buildSpecs();
  const variables = lengthOfTests();
  const leftOut = specsLeftOut();
  if (leftOut.length > 0) report('specs', `left to CI: ${leftOut.join(', ')}`);
  return runAll({
    specs: () => runSpecs(specFilesBut(leftOut), { variables, concurrency: 3 }),
    crates: () => runCrateTests(variables),
    'doc tests': runDocTests,
  });
});
