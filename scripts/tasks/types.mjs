// The declarations in the place of Node's, and the texts that editors show: `npm run test:types`;
// with `--quick`, each version of TypeScript with one of `@types/node`.
import { parseArgs } from 'node:util';
import { buildEverything } from '../build/everything.mjs';
import { main } from '../run/failure.mjs';
import { runChecks } from '../test/checks.mjs';
import { conclude } from '../test/totals.mjs';
import { dropInChecks } from '../types/drop-in.mjs';
import { hoverChecks } from '../types/hover-texts.mjs';
import { programChecks } from '../types/programs.mjs';
import { allPairs, somePairs, typeTools } from '../types/tools.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { quick: { type: 'boolean' }, 'no-build': { type: 'boolean' } } });
  if (!values['no-build']) await buildEverything();
  const modules = await typeTools();
  const pairs = values.quick ? somePairs : allPairs;
  return conclude(
    await runChecks([...hoverChecks(modules), ...programChecks(modules, pairs), ...dropInChecks(modules, pairs)]),
  );
});
