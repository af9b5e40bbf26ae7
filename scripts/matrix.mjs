// Runs the specs on every other supported Node: `npm run test:matrix`. Sets everything up first.
import { buildEverything } from './build/everything.mjs';
import { buildSpecs } from './build/typescript.mjs';
import { main, outcome } from './run/failure.mjs';
import { report } from './run/progress.mjs';
import { describe, sum } from './test/counts.mjs';
import { otherNodes } from './test/matrix.mjs';

await main(async () => {
  await buildEverything();
  await buildSpecs();
  const results = [];
  for (const [name, run] of Object.entries(otherNodes())) {
    report(name, 'started');
    const counts = await outcome(run);
    report(name, describe(counts));
    results.push(counts);
  }
  const total = sum(results);
  console.log(describe(total));
  return total.failed > 0 ? 1 : 0;
});
