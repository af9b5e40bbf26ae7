// Runs what depends on the runtime: the specs on every other supported Node, the querystring files of Node's own suite on all of them, query strings and
// the specs of child processes in Bun and Deno: `npm run test:matrix`. With `--record` the specs run on this machine's Node too, and what all came to is written to
// `docs/compatibility.md`. Sets everything up first.
import { parseArgs } from 'node:util';
import { buildEverything } from './build/everything.mjs';
import { buildSpecs } from './build/typescript.mjs';
import { recordBunAndDeno } from './compatibility/bun-and-deno.mjs';
import { OwnTests } from './compatibility/own-tests.mjs';
import { main } from './run/failure.mjs';
import { allNodes, otherNodes } from './test/matrix.mjs';
import { otherRuntimes } from './test/other-runtimes.mjs';
import { querystringFiles } from './test/querystring-files.mjs';
import { querystringRuntimes } from './test/querystring-runtimes.mjs';
import { runAll } from './test/totals.mjs';

const { values: options } = parseArgs({ options: { record: { type: 'boolean', default: false } } });

await main(async () => {
  await buildEverything();
  await buildSpecs();
  const others = { "Node's querystring files": querystringFiles, ...querystringRuntimes() };
  if (!options.record) return runAll({ ...otherNodes(), ...others, ...otherRuntimes() });
  const ownTests = new OwnTests();
  const elsewhere = [];
  const runners = {
    ...allNodes((major, result) => ownTests.add(major, result)),
    ...others,
    ...otherRuntimes((runtime, version, results) => elsewhere.push({ runtime, version, results })),
  };
  const status = await runAll(runners);
  await ownTests.record();
  await recordBunAndDeno(elsewhere);
  return status;
});
