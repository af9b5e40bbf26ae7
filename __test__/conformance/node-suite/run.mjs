// Runs Node's own test files of our modules, on Node alone and with the override:
// `npm run test:node-suite`. See docs/node-suite.md.
import { buildEverything } from '../../../scripts/build/everything.mjs';
import { Failure, main } from '../../../scripts/run/failure.mjs';
import { report } from '../../../scripts/run/progress.mjs';
import { reportLate, secondAttempts } from '../../../scripts/test/second-attempt.mjs';
import { readArguments } from './arguments.mjs';
import { readExpectations } from './expectations.mjs';
import { isClear, judge } from './judge.mjs';
import { removeLogs } from './logs.mjs';
import { recordResults } from './record-results.mjs';
import { printResults } from './results.mjs';
import { runFiles } from './run-files.mjs';
import { nodeSource } from './source.mjs';
import { findTestFiles } from './test-files.mjs';
import { alone, overridden, overriddenEverywhere, overriddenOnNode, overriddenWith } from './variants.mjs';

const step = 'node-suite';

await main(async () => {
  const { all, withoutPummel, filter, everywhere, querystring, backend, record, build } = readArguments(
    process.argv.slice(2),
  );
  if (build) await buildEverything();
  const source = await nodeSource(step);
  const found = findTestFiles(source);
  const expectations = readExpectations(found, backend);
  const parts = querystring ? [filter, 'querystring'] : [filter];
  const asked = found.filter(({ name, named }) => (all || named) && parts.every((part) => name.includes(part)));
  const files = withoutPummel ? asked.filter(({ name, named }) => named || !name.startsWith('pummel/')) : asked;
  if (files.length === 0)
    throw new Failure(`no test file of ${source.root} has '${parts.join("' and '")}' in its name`);
  removeLogs();
  report(step, `${files.length} files of ${source.root}, Node ${process.version}`);
  const variant = variantOf({ querystring, everywhere, backend });
  const after = await runFiles(step, files, variant);
  const expected = ({ name }) => expectations.entries.get(name);
  // Recorded counts say how many files pass on Node alone, too.
  const doubtful = record ? files : files.filter((file) => !isClear(after.get(file.name), expected(file)));
  const before = await runFiles(step, doubtful, alone);
  const judged = (file, outcome) => judge(file, before.get(file.name), outcome, expected(file));
  const rows = files.map((file) => judged(file, after.get(file.name)));
  if (secondAttempts()) await tryAgain(files, rows, variant, judged);
  if (record) await recordResults(rows);
  const leftOut = asked.length - files.length;
  if (leftOut > 0)
    report(
      step,
      `skipped: ${leftOut} files of pummel, which Node's own "make test" leaves out; they run without --without-pummel`,
    );
  return printResults(rows, { errors: expectations.errors, leftOut, verbose: filter !== '' });
});

/** Runs the files again that did not do what is expected, and takes those rows that are better. */
async function tryAgain(files, rows, variant, judged) {
  const again = files.filter((_, index) => rows[index].unexpected);
  if (again.length === 0) return;
  const outcomes = await runFiles(step, again, variant);
  for (const file of again) {
    const row = judged(file, outcomes.get(file.name));
    if (row.unexpected) continue;
    reportLate(`${file.name} (${rows[files.indexOf(file)].note})`);
    rows[files.indexOf(file)] = row;
  }
}

function variantOf({ querystring, everywhere, backend }) {
  if (backend === 'node') return overriddenOnNode;
  if (querystring) return overriddenWith(querystring);
  return everywhere ? overriddenEverywhere : overridden;
}
