// Runs the specs and Node's own test files, on Node 20 and 24, and other people's programs with
// Node's own module as what starts processes (docs/backends.md): `npm run test:backend`. Sets
// everything up first.
//
// --short only the specs of `backend`, `child_process`, `command`, `override` and `register`, on
//   this machine's Node, without the long ones
// --only <text> only the runs with this text in their name
import { parseArgs } from 'node:util';
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { buildSpecs } from '../../../scripts/build/typescript.mjs';
import { main } from '../../../scripts/run/failure.mjs';
import { runAll } from '../../../scripts/test/totals.mjs';
import { runNodesFiles } from './nodes-files.mjs';
import { runPrograms } from './programs.mjs';
import { runSpecsOnNode } from './specs.mjs';

/** The majors of Node. */
const MAJORS = [20, 24];

const { values: options } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});

await main(async () => {
  await buildEverything();
  await buildSpecs();
  const runs = options.short
    ? { 'specs by the module of this Node': () => runSpecsOnNode({ short: true }) }
    : wholeRuns();
  return runAll(Object.fromEntries(Object.entries(runs).filter(([name]) => name.includes(options.only))));
});

function wholeRuns() {
  const ofEach = MAJORS.flatMap((major) => [
    [`specs by the module of Node ${major}`, () => runSpecsOnNode({ major })],
    [`Node's files by the module of Node ${major}`, () => runNodesFiles(major)],
  ]);
  return { ...Object.fromEntries(ofEach), 'programs by the module of this Node': runPrograms };
}
