/**
 * Compares `rt-std/querystring` with Node's own module, and with fast-querystring when `FAST_QUERYSTRING` names its folder:
 * node bench/querystring/compare.mjs
 *
 * Results are compared before they are timed (with Node's; fast-querystring differs on some inputs). The contestants take turns; a figure is the median of
 * all turns, as time relative to Node's module: below 1 is faster.
 */

import { createRequire } from 'node:module';
import node from 'node:querystring';
import { isDeepStrictEqual } from 'node:util';
import native from 'rt-std/querystring/native';
import wasm from 'rt-std/querystring/wasm';
import { texts, written } from './inputs.mjs';

const TURNS = 31;
const TURN_MILLISECONDS = 4;
const contestants = { node, native, wasm };
if (process.env.FAST_QUERYSTRING)
  contestants['fast-querystring'] = createRequire(import.meta.url)(process.env.FAST_QUERYSTRING);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

// A result that is a rope costs whoever reads it: reading it as a number flattens it before the clock stops.
const flatten = (result) => (typeof result === 'string' ? Number(result) : 0);

function secondsPerCall(call, inputs, calls) {
  const start = process.hrtime.bigint();
  for (let count = 0; count < calls; count++) flatten(call(inputs[count % inputs.length]));
  return Number(process.hrtime.bigint() - start) / calls;
}

function compare(name, method, inputs) {
  const calls = {};
  for (const [contestant, module] of Object.entries(contestants)) {
    const call = module[method];
    for (const input of inputs) {
      if (contestant !== 'fast-querystring' && !isDeepStrictEqual(call(input), node[method](input))) {
        throw new Error(`${contestant} differs from Node: ${method}, ${name}`);
      }
    }
    secondsPerCall(call, inputs, 200);
    calls[contestant] = Math.max(1, Math.round((TURN_MILLISECONDS * 1e6) / secondsPerCall(call, inputs, 100)));
  }
  const turns = Object.fromEntries(Object.keys(contestants).map((contestant) => [contestant, []]));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [contestant, module] of Object.entries(contestants)) {
      turns[contestant].push(secondsPerCall(module[method], inputs, calls[contestant]));
    }
  }
  const times = Object.fromEntries(Object.entries(turns).map(([contestant, all]) => [contestant, median(all)]));
  const row = { class: name, 'node ns': Math.round(times.node) };
  for (const [contestant, time] of Object.entries(times)) {
    if (contestant !== 'node') row[contestant] = Number((time / times.node).toFixed(2));
  }
  return row;
}

const only = process.argv[2];
const wanted = (name) => only === undefined || name.includes(only);
console.log('parse');
console.table(
  Object.entries(texts)
    .filter(([name]) => wanted(name))
    .map(([name, inputs]) => compare(name, 'parse', inputs)),
);
console.log('stringify');
console.table(
  written.filter(wanted).map((name) =>
    compare(
      name,
      'stringify',
      texts[name].map((text) => ({ ...node.parse(text, null, null, { maxKeys: 0 }) })),
    ),
  ),
);
