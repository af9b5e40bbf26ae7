// Runs the specs on every other supported Node: `npm run test:matrix`. Sets everything up first.
import { buildEverything } from './build/everything.mjs';
import { buildSpecs } from './build/typescript.mjs';
import { main } from './run/failure.mjs';
import { otherNodes } from './test/matrix.mjs';
import { runAll } from './test/totals.mjs';

await main(async () => {
  await buildEverything();
  await buildSpecs();
  return runAll(otherNodes());
});
