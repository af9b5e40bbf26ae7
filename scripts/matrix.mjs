// Runs what depends on the runtime: the specs on every other supported Node, the querystring files of Node's own suite on all of them, query strings in
// Bun and Deno: `npm run test:matrix`. Sets everything up first.
import { buildEverything } from './build/everything.mjs';
import { buildSpecs } from './build/typescript.mjs';
import { main } from './run/failure.mjs';
import { otherNodes } from './test/matrix.mjs';
import { querystringFiles } from './test/querystring-files.mjs';
import { querystringRuntimes } from './test/querystring-runtimes.mjs';
import { runAll } from './test/totals.mjs';

await main(async () => {
  await buildEverything();
  await buildSpecs();
  return runAll({ ...otherNodes(), "Node's querystring files": querystringFiles, ...querystringRuntimes() });
});
