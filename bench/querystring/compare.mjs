/**
 * Compares `rt-std/querystring`, both backends, with Node's own module, fast-querystring and
 * `URLSearchParams`:
 *
 *   node bench/querystring/compare.mjs [--json] [--only <part of a row's name>]
 *
 * Results are compared before they are timed. A figure of the table is the median time of a call
 * relative to the contestant's above it: below 1, rt-std is faster. A `!` marks one above its bar.
 */

import node from 'node:querystring';
import { parseArgs } from 'node:util';
import { backend } from 'rt-std/backend';
import { contestantsFor } from './contestants.mjs';
import { measure } from './measure.mjs';
import { argumentsOf, rows } from './rows.mjs';

const { values: options } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } });
const OTHERS = ['node', 'fast-querystring', 'URLSearchParams'];
const runtime = `${process.release.name} ${process.version}`;

function measureRow(row) {
  const { operation, input, bar, rest = [] } = row;
  const values = argumentsOf(row, node);
  const calls = contestantsFor(row, values).map(([name, contestant]) => [
    name,
    { call: contestant[operation], values: values.map(contestant.prepare), rest: contestant.others ? rest : [] },
  ]);
  return { operation, input, ...(bar && { bar }), ...measure(Object.fromEntries(calls)) };
}

function relative({ operation, input, bar, times }) {
  const line = { operation, input, 'wasm µs': Number((times.wasm / 1000).toFixed(3)) };
  for (const backend of ['wasm', 'native']) {
    for (const other of OTHERS) {
      if (times[other] === undefined) continue;
      const ratio = times[backend] / times[other];
      line[`${backend}/${other}`] = `${ratio.toFixed(2)}${bar && ratio > bar[other] ? ` ! ${bar[other]}` : ''}`;
    }
  }
  return line;
}

const wanted = ({ operation, input }) => options.only === undefined || `${operation} ${input}`.includes(options.only);
const measured = rows.filter(wanted).map(measureRow);
if (options.json) {
  console.log(JSON.stringify({ runtime, byDefault: backend.querystring, rows: measured }));
} else {
  console.log(`${runtime}: time relative to the other's; ! marks one above its bar`);
  console.table(measured.map(relative));
}
