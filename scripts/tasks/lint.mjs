// Checks what can be checked without running anything: `npm run lint`. CI runs the same stages.

import { buildEverything } from '../build/everything.mjs';
import { lintStages } from '../ci/lint-stages.mjs';
import { main } from '../run/failure.mjs';
import { runAll } from '../test/totals.mjs';

await main(async () => {
  // The type check reads the declarations that the build of the addon writes.
  await buildEverything({ profile: 'quick' });
  return runAll(lintStages);
});
