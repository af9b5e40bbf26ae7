// Publishes the packages to a registry on this machine and installs them from it: `npm run
// test:installation`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEverything } from '../build/everything.mjs';
import { bareMachine } from '../package/bare-machine.mjs';
import { registryChecks } from '../registry/checks.mjs';
import { nodeOfRegistry, startRegistry } from '../registry/server.mjs';
import { main } from '../run/failure.mjs';
import { runtime } from '../runtimes/runtime.mjs';
import { cachedPackages } from '../steps/cached-packages.mjs';
import { runChecks } from '../test/checks.mjs';
import { conclude } from '../test/totals.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' } } });
  if (!values['no-build']) await buildEverything();
  const modules = join(await cachedPackages('registry', 'scripts/registry/tools', 'registry'), 'node_modules');
  const machine = bareMachine();
  process.once('exit', machine.remove);
  const node = await runtime(nodeOfRegistry);
  const registry = await startRegistry({ node, modules, folder: join(machine.folder, 'registry') });
  try {
    return conclude(await runChecks(registryChecks(machine, registry, modules)));
  } finally {
    await registry.stop();
  }
});
