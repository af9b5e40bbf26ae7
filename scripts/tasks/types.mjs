// The declarations in the place of Node's, and the texts that editors show: `npm run test:types`;
// with `--quick`, each version of TypeScript with one of `@types/node`.
import { buildEverything } from '../build/everything.mjs';
import { main } from '../run/failure.mjs';
import { runChecks } from '../test/checks.mjs';
import { describe } from '../test/counts.mjs';
import { dropInChecks } from '../types/drop-in.mjs';
import { hoverChecks } from '../types/hover-texts.mjs';
import { programChecks } from '../types/programs.mjs';
import { allPairs, somePairs, typeTools } from '../types/tools.mjs';

await main(async () => {
  if (!process.argv.includes('--no-build')) await buildEverything();
  const modules = await typeTools();
  const pairs = process.argv.includes('--quick') ? somePairs : allPairs;
  const counts = await runChecks([
    ...hoverChecks(modules),
    ...programChecks(modules, pairs),
    ...dropInChecks(modules, pairs),
  ]);
  console.log(describe(counts));
  return counts.failed > 0 ? 1 : 0;
});
