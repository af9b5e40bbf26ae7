import { createRequire } from 'node:module';
import node from 'node:querystring';
import { isDeepStrictEqual } from 'node:util';
import fast from 'fast-querystring';

const require = createRequire(import.meta.url);

/**
 * A backend with code of its own: the engine learns how a function is used, and a program uses one
 * backend.
 */
function load(specifier) {
  for (const file of Object.keys(require.cache)) delete require.cache[file];
  return require(specifier);
}

const native = load('rt-std/querystring/native');
const wasm = load('rt-std/querystring/wasm');

/** Pairs for `URLSearchParams`, which would join an array with commas. */
function pairsOf(object) {
  if (!Object.values(object).some(Array.isArray)) return object;
  return Object.entries(object).flatMap(([key, values]) => [values].flat().map((value) => [key, value]));
}

function collect(params) {
  const result = Object.create(null);
  for (const [key, value] of params) {
    const present = result[key];
    result[key] = present === undefined ? value : [...[present].flat(), value];
  }
  return result;
}

const same = (value) => value;
const readBack = (text) => node.parse(text, null, null, { maxKeys: 0 });

/**
 * Who is compared. `prepare` is what a contestant does to an input before the clock starts;
 * `comparable` is what is compared of a result, and `others` says whether a contestant takes
 * separators and options.
 */
export const contestants = {
  native: { ...native, prepare: same, comparable: same, others: true },
  wasm: { ...wasm, prepare: same, comparable: same, others: true },
  node: { ...node, prepare: same, comparable: same, others: true },
  'fast-querystring': {
    ...fast,
    prepare: same,
    // Its results have an empty prototype where Node's have none.
    comparable: (result) => (typeof result === 'string' ? result : Object.assign(Object.create(null), result)),
    others: false,
  },
  URLSearchParams: {
    parse: (text) => new URLSearchParams(text),
    stringify: (object) => new URLSearchParams(object).toString(),
    prepare: (input) => (typeof input === 'string' ? input : pairsOf(input)),
    // Its results have another form: a list, and `+` for spaces.
    comparable: (result) => (typeof result === 'string' ? readBack(result) : collect(result)),
    others: false,
  },
};

/** The contestants that can do a row; throws when the result of one differs from Node's. */
export function contestantsFor({ operation, input, rest = [] }, values) {
  const separators = rest.some((argument) => typeof argument === 'string');
  const able = Object.entries(contestants).filter(([, { others }]) => others || !separators);
  for (const [name, contestant] of able) {
    for (const value of values) {
      const result = contestant[operation](contestant.prepare(value), ...(contestant.others ? rest : []));
      const expected = node[operation](value, ...rest);
      const oracle = name === 'URLSearchParams' && operation === 'stringify' ? readBack(expected) : expected;
      if (!isDeepStrictEqual(contestant.comparable(result), oracle)) {
        throw new Error(`${name} differs from Node: ${operation}, ${input}`);
      }
    }
  }
  return able;
}
