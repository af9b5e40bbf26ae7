// Runs the specs, and the querystring files of Node's own suite, on every other supported Node: `npm run test:matrix`. Sets everything up first.
import { buildEverything } from './build/everything.mjs';
import { buildSpecs } from './build/typescript.mjs';
import { main } from './run/failure.mjs';
import { otherNodes } from './test/matrix.mjs';
import { querystringFiles } from './test/querystring-files.mjs';
import { runAll } from './test/totals.mjs';

await main(async () => {
  await buildEverything();
  await buildSpecs();
  return runAll({ ...otherNodes(), "Node's querystring files": querystringFiles });
});
