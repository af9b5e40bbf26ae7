// Bundles a server with each bundler and runs it, beside node_modules and where there is none:
// `npm run test:bundlers`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { main } from '../../../scripts/run/failure.mjs';
import { runtime } from '../../../scripts/runtimes/runtime.mjs';
import { cachedPackages } from '../../../scripts/steps/cached-packages.mjs';
import { runChecks } from '../../../scripts/test/checks.mjs';
import { conclude } from '../../../scripts/test/totals.mjs';
import { bundlerChecks } from './checks.mjs';
import { otherChecks } from './other-checks.mjs';
import { pageChecks } from './page-checks.mjs';
import { makeProject } from './project.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' } } });
  if (!values['no-build']) await buildEverything();
  const tools = await cachedPackages('bundlers', '__test__/conformance/bundlers/tools', 'bundlers');
  const made = await makeProject(join(tools, 'node_modules'));
  process.once('exit', made.remove);
  const bun = await runtime('bun');
  return conclude(await runChecks([...bundlerChecks(made, bun), ...otherChecks(made, bun), ...pageChecks(made)]));
});
