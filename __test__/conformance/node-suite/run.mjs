// Runs Node's own test files of our modules, on Node alone and with the override:
// `npm run test:node-suite`. See docs/node-suite.md.
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { Failure, main } from '../../../scripts/run/failure.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { readArguments } from './arguments.mjs';
import { readExpectations } from './expectations.mjs';
import { isClear, judge } from './judge.mjs';
import { removeLogs } from './logs.mjs';
import { recordResults } from './record-results.mjs';
import { printResults } from './results.mjs';
import { runFiles } from './run-files.mjs';
import { nodeSource } from './source.mjs';
import { findTestFiles } from './test-files.mjs';
import { alone, overridden, overriddenEverywhere, overriddenWith } from './variants.mjs';

const step = 'node-suite';

await main(async () => {
  const { all, filter, everywhere, querystring, record, build } = readArguments(process.argv.slice(2));
  if (build) await buildEverything();
  const source = await nodeSource(step);
  const found = findTestFiles(source);
  const expectations = readExpectations(found);
  const parts = querystring ? [filter, 'querystring'] : [filter];
  const files = found.filter(({ name, named }) => (all || named) && parts.every((part) => name.includes(part)));
  if (files.length === 0)
    throw new Failure(`no test file of ${source.root} has '${parts.join("' and '")}' in its name`);
  removeLogs();
  report(step, `${files.length} files of ${source.root}, Node ${process.version}`);
  const variant = querystring ? overriddenWith(querystring) : everywhere ? overriddenEverywhere : overridden;
  const after = await runFiles(step, files, variant);
  const expected = ({ name }) => expectations.entries.get(name);
  // Recorded counts say how many files pass on Node alone, too.
  const doubtful = record ? files : files.filter((file) => !isClear(after.get(file.name), expected(file)));
  const before = await runFiles(step, doubtful, alone);
  const rows = files.map((file) => judge(file, before.get(file.name), after.get(file.name), expected(file)));
  if (record) await recordResults(rows);
  return printResults(rows, { errors: expectations.errors, verbose: filter !== '' });
});
