/**
 * Sweeps sizes and alphabets, and reports where `rt-std/querystring` is slowest relative to the
 * runtime's own module and to fast-querystring:
 *
 *   node bench/querystring/compare-sweep.mjs [--json] [--operation parse|stringify]
 *     [--only <part of a cell>] [--worst <number>] [--backend native|wasm]
 *
 * Results are compared before they are timed. A cell that is slower than it may be is measured
 * again, for longer: the least time counts.
 */
import node from 'node:querystring';
import { parseArgs } from 'node:util';
import fast from 'fast-querystring';
import { BARS, ranked } from './sweep-bars.mjs';
import { allCells, nameOf, objectsOf } from './sweep-cells.mjs';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean' },
    operation: { type: 'string' },
    only: { type: 'string', default: '' },
    worst: { type: 'string', default: '20' },
    backend: { type: 'string', default: '' },
  },
});
const ours = (await import(`rt-std/querystring${options.backend && `/${options.backend}`}`)).default;
const EVERY_PAIR = { maxKeys: 0 };
const TURNS = 5;
const TURN_NANOSECONDS = 5e5;
/** Turns of a cell that was too slow, again and again. */
const MORE_TURNS = [11, 25];

const contestants = {
  parse: {
    ours: (text) => ours.parse(text, '&', '=', EVERY_PAIR),
    own: (text) => node.parse(text, '&', '=', EVERY_PAIR),
    'fast-querystring': (text) => fast.parse(text),
  },
  stringify: {
    ours: (object) => ours.stringify(object),
    own: (object) => node.stringify(object),
    'fast-querystring': (object) => fast.stringify(object),
  },
};

let flattened = 0;

function nanoseconds(call, values, calls) {
  const start = process.hrtime.bigint();
  for (let count = 0; count < calls; count++) {
    const result = call(values[count % values.length]);
    // A rope costs whoever reads it: a number of it makes it flat.
    if (typeof result === 'string') flattened += Number(result);
  }
  return Number(process.hrtime.bigint() - start) / calls;
}

function measure(cell, calls, values) {
  const works = Object.entries(calls).map(([name, call]) => {
    for (let warm = 0; warm < 3; warm++) nanoseconds(call, values, warm === 0 ? 1 : values.length);
    const once = nanoseconds(call, values, values.length);
    return { name, call, count: Math.max(1, Math.round(TURN_NANOSECONDS / once)), least: Infinity };
  });
  const ratios = () => Object.keys(BARS).map((name) => works[0].least / works.find((work) => work.name === name).least);
  for (const turns of [TURNS, ...MORE_TURNS]) {
    for (let turn = 0; turn < turns; turn++) {
      for (const work of works) work.least = Math.min(work.least, nanoseconds(work.call, values, work.count));
    }
    if (ratios().every((ratio, index) => ratio <= Object.values(BARS)[index])) break;
  }
  return { ...cell, times: Object.fromEntries(works.map(({ name, least }) => [name, least])) };
}

function assertSame(cell, calls, values) {
  for (const value of values) {
    const expected = JSON.stringify(calls.own(value));
    for (const [name, call] of Object.entries(calls)) {
      if (JSON.stringify(call(value)) !== expected) throw new Error(`${name} differs from Node: ${nameOf(cell)}`);
    }
  }
}

const measured = [];
for (const operation of options.operation ? [options.operation] : ['parse', 'stringify']) {
  for (const cell of allCells().map((cell) => ({ operation, ...cell }))) {
    if (!nameOf(cell).includes(options.only)) continue;
    const objects = objectsOf(cell);
    const values = operation === 'parse' ? objects.map((object) => node.stringify(object)) : objects;
    const calls = contestants[operation];
    assertSame(cell, calls, values);
    measured.push(measure(cell, calls, values));
  }
}
if (options.json) console.log(JSON.stringify(measured));
else {
  for (const [other, bar] of Object.entries(BARS)) {
    const rows = ranked(measured, other);
    const slower = rows.filter(({ ratio }) => ratio > bar).length;
    console.log(`\nrelative to ${other}: ${slower} of ${rows.length} cells above ${bar}`);
    for (const { cell, ratio, nanoseconds } of rows.slice(0, Number(options.worst)))
      console.log(`${ratio.toFixed(2)}  ${cell}  (${(nanoseconds / 1000).toFixed(2)} µs)`);
  }
}
if (flattened === 1) console.log();
