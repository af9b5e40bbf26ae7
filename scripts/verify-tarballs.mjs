// Packs the packages and installs them where there is no compiler: `node scripts/verify-tarballs.mjs`.
import { buildEverything } from './build/everything.mjs';
import { bareMachine } from './package/bare-machine.mjs';
import { installationChecks } from './package/installation-checks.mjs';
import { packTarballs } from './package/tarballs.mjs';
import { main, printFailure } from './run/failure.mjs';
import { report } from './run/progress.mjs';
import { describe, noCounts } from './test/counts.mjs';

await main(async () => {
  await buildEverything();
  const tarballs = await packTarballs();
  const machine = bareMachine();
  process.once('exit', machine.remove);
  const counts = noCounts();
  for (const [title, check] of installationChecks(machine, tarballs)) {
    try {
      await check();
      counts.passed++;
      report('passed', title);
    } catch (error) {
      counts.failed++;
      report('FAILED', title);
      printFailure(error);
    }
  }
  console.log(describe(counts));
  return counts.failed > 0 ? 1 : 0;
});
