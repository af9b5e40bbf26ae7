// Runs what depends on the runtime: the specs on every other supported Node, the querystring files
// of Node's own suite on all of them, query strings and the specs of child processes in Bun and
// Deno: `npm run test:matrix`. Sets everything up first.
//
// --all on other versions of Node all specs, those too that are the same on each
// --record run all specs on this machine's Node too, and write the results into
//   `docs/compatibility.md`
// --only <text> only the runs with this text in their name; of the others `docs/compatibility.md`
//   keeps what it has
import { parseArgs } from 'node:util';
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { buildSpecs } from '../../../scripts/build/typescript.mjs';
import { main } from '../../../scripts/run/failure.mjs';
import { runAll } from '../../../scripts/test/totals.mjs';
import { otherRuntimes, withoutLibuv } from './bun-and-deno.mjs';
import { allNodes, olderNodes, otherNodes } from './nodes.mjs';
import { querystringRuntimes } from './querystring-answers.mjs';
import { querystringFiles } from './querystring-files.mjs';
import { recordBunAndDeno } from './record-bun-and-deno.mjs';
import { OwnTests } from './record-nodes.mjs';

const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

await main(async () => {
  await buildEverything();
  await buildSpecs();
  const ownTests = new OwnTests();
  const elsewhere = [];
  const runners = {
    ...(options.record ? allNodes((major, result) => ownTests.add(major, result)) : otherNodes(options)),
    ...olderNodes(),
    "Node's querystring files": querystringFiles,
    ...querystringRuntimes(),
    ...otherRuntimes((runtime, version, results) => elsewhere.push({ runtime, version, results })),
    ...withoutLibuv(),
  };
  const status = await runAll(
    Object.fromEntries(Object.entries(runners).filter(([name]) => name.includes(options.only))),
  );
  if (options.record) {
    await ownTests.record();
    await recordBunAndDeno(elsewhere);
  }
  return status;
});
