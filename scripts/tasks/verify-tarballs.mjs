// Packs the packages, checks their manifests and installs them where there is no compiler:
// `npm run verify-tarballs`.
import { buildEverything } from '../build/everything.mjs';
import { bareMachine } from '../package/bare-machine.mjs';
import { installationChecks } from '../package/installation-checks.mjs';
import { manifestChecks } from '../package/manifest-checks.mjs';
import { packTarballs } from '../package/tarballs.mjs';
import { main } from '../run/failure.mjs';
import { runChecks } from '../test/checks.mjs';
import { conclude } from '../test/totals.mjs';

await main(async () => {
  await buildEverything();
  const tarballs = await packTarballs();
  const machine = bareMachine();
  process.once('exit', machine.remove);
  return conclude(
    await runChecks([...manifestChecks([tarballs.main, tarballs.platform]), ...installationChecks(machine, tarballs)]),
  );
});
