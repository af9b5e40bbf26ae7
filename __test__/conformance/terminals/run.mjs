// Compares rt-std/pty with node-pty on this machine: `npm run test:pty`, with `-- --no-build` on
// what is built. First node-pty's own tests, then programs that draw on the screen. See
// docs/api/pty.md.
import { parseArgs } from 'node:util';
import { installNodePty } from '../../../bench/terminals/install.mjs';
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { Failure, main } from '../../../scripts/run/failure.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { cachedPackages } from '../../../scripts/steps/cached-packages.mjs';
import { runChecks } from '../../../scripts/test/checks.mjs';
import { noCounts, sum } from '../../../scripts/test/counts.mjs';
import { conclude } from '../../../scripts/test/totals.mjs';
import { interactivePrograms } from './interactive.mjs';
import { nodePtysTests } from './node-ptys-tests.mjs';

const step = 'pty';

await main(async () => {
  const { values } = parseArgs({ options: { 'no-build': { type: 'boolean', default: false } } });
  if (!values['no-build']) await buildEverything();
  return conclude(await compare());
});

async function compare() {
  if (process.platform !== 'linux') return skip('terminals are there on Linux only');
  const tools = await cachedPackages('terminal-tools', '__test__/conformance/terminals', step);
  let nodePty;
  try {
    nodePty = await installNodePty(step);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return skip(`node-pty cannot be installed: ${error.message}`);
  }
  const installed = { nodePty, tools };
  return sum([await runChecks(interactivePrograms(installed)), await runChecks(nodePtysTests(installed))]);
}

function skip(reason) {
  report('skipped', reason);
  return { ...noCounts(), skipped: 1 };
}
