/**
 * Compares `rt-std/querystring/pairs` with `URLSearchParams`:
 *
 *   node bench/querystring/compare-pairs.mjs [--json] [--only <part of a row's name>]
 *
 * "all" reads every pair of a text, "get" the value of its last key and of one that is not there.
 * What both find is compared before it is timed; `URLSearchParams` is made in each call, as a
 * program does that has a text.
 */
import { parseArgs } from 'node:util';
import { get, parsePairs } from 'rt-std/querystring/pairs';
import { inputs } from './inputs.mjs';
import { measure } from './measure.mjs';

const { values: options } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } });
const ABSENT = 'not-there';

function unitsOf(pairs) {
  let units = 0;
  for (const [key, value] of pairs) units += key.length + value.length;
  return units;
}

/** Each in a function of its own, whose types the engine learns. */
const contestants = {
  all: {
    pairs: (text) => {
      let units = 0;
      for (const [key, value] of parsePairs(text)) units += key.length + value.length;
      return units;
    },
    URLSearchParams: (text) => {
      let units = 0;
      for (const [key, value] of new URLSearchParams(text)) units += key.length + value.length;
      return units;
    },
  },
  'get, last key': {
    pairs: ({ text, last }) => get(text, last)?.length,
    URLSearchParams: ({ text, last }) => new URLSearchParams(text).get(last)?.length,
  },
  'get, no such key': {
    pairs: ({ text }) => get(text, ABSENT)?.length,
    URLSearchParams: ({ text }) => new URLSearchParams(text).get(ABSENT)?.length,
  },
};

function measureRow(what, input) {
  const texts = inputs[input];
  const values = what === 'all' ? texts : texts.map((text) => ({ text, last: [...parsePairs(text)].at(-1)[0] }));
  for (const text of texts)
    if (unitsOf(parsePairs(text)) !== unitsOf(new URLSearchParams(text))) throw new Error(`${input}: other pairs`);
  for (const value of values)
    if (contestants[what].pairs(value) !== contestants[what].URLSearchParams(value))
      throw new Error(`${input}: ${what}`);
  const calls = Object.entries(contestants[what]).map(([name, call]) => [name, { call, values, rest: [] }]);
  return { operation: what, input, ...measure(Object.fromEntries(calls)) };
}

// Cookies have another separator.
const kinds = Object.keys(inputs).filter((name) => name !== 'cookies');
const all = Object.keys(contestants).flatMap((what) => kinds.map((input) => [what, input]));
const measured = all
  .filter(([what, input]) => options.only === undefined || `${what} ${input}`.includes(options.only))
  .map(([what, input]) => measureRow(what, input));
if (options.json) console.log(JSON.stringify({ rows: measured }));
else
  console.table(
    measured.map(({ operation, input, fastest, times }) => ({
      operation,
      input,
      µs: Number((fastest.pairs / 1000).toFixed(3)),
      'to URLSearchParams': Number((fastest.pairs / fastest.URLSearchParams).toFixed(2)),
      'of medians': Number((times.pairs / times.URLSearchParams).toFixed(2)),
    })),
  );
