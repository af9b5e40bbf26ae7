import { relative } from 'node:path';
import { describe } from '../../../scripts/test/counts.mjs';
import { logFolder } from './logs.mjs';

const shownLines = 25;
const verdicts = ['passed', 'failed', 'not reached', 'internal', 'skipped'];

/**
 * Prints the table, what was not expected, and the totals.
 *
 * @param {import('./judge.mjs').Row[]} rows
 * @param {{ errors: string[], leftOut: number, verbose: boolean }} options what is wrong with the
 *   expectations; how many files were left out; whether to print everything that is known
 * @returns {number} the exit status: 1 when something differs from the expectations, or nothing
 *   passes
 */
export function printResults(rows, { errors, leftOut, verbose }) {
  printTable(rows);
  for (const row of rows) if (verbose || row.unexpected) printDetails(row, verbose);
  for (const error of errors) console.log(error);
  printTotals(rows, errors, leftOut);
  const compared = rows.some(({ before, after }) => (before ?? after).status === 'passed');
  const asExpected = errors.length === 0 && rows.every(({ unexpected }) => !unexpected);
  return compared && asExpected ? 0 : 1;
}

function printTable(rows) {
  const cells = rows.map(({ name, before, after, verdict, note, unexpected }) => [
    `${unexpected ? '! ' : '  '}${name}`,
    before ? seconds(before) : '',
    seconds(after),
    String(after.proof.functions.length),
    verdict,
    note,
  ]);
  const head = ['  file', 'alone s', 'override s', 'functions', 'result', 'note'];
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column].length)));
  for (const row of [head, ...cells])
    console.log(
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column])))
        .join('  ')
        .trimEnd(),
    );
  console.log('');
}

function seconds({ milliseconds }) {
  return (milliseconds / 1000).toFixed(1);
}

function printDetails({ name, before, after, verdict, note }, verbose) {
  console.log(`${name}: ${[verdict, note].filter(Boolean).join(': ')}`);
  if (verbose) {
    console.log(`functions of ours that were called: ${after.proof.functions.join(', ') || 'none'}`);
    if (before)
      console.log(`on Node alone: ${[before.status, before.why].filter(Boolean).join(', ')}\n${before.output}`);
    console.log(`with the override: ${[after.status, after.why].filter(Boolean).join(', ')}\n${after.output}`);
    return;
  }
  const lines = after.output.trimEnd().split('\n');
  console.log(`${lines.slice(0, shownLines).join('\n')}\n(all output: ${after.log})\n`);
}

function printTotals(rows, errors, leftOut) {
  const number = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  const unexpected = rows.filter((row) => row.unexpected).length;
  console.log(`output of each file: ${relative(process.cwd(), logFolder)}`);
  console.log(`of ${rows.length} files: ${verdicts.map((verdict) => `${number(verdict)} ${verdict}`).join(', ')}`);
  console.log(`${unexpected} not as expected, ${errors.length} errors in expectations.json`);
  // Only what passed in our code is a pass.
  const skipped = number('skipped') + number('internal') + number('not reached') + leftOut;
  console.log(describe({ passed: number('passed'), failed: number('failed'), skipped }));
}
