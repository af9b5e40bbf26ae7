import test from 'ava';
import type { Module, Tested } from './support/backends';
import { countedCalls } from './support/counted-calls';
import { COUNT, compareWithNode, SEED } from './support/fuzz';
import { READING } from './support/random-reading';
import { WRITING } from './support/random-writing';
import { QUERY_FAST_PATHS, without, withoutEach } from './support/without-fast-paths';

/** Each call is made with some fifteen modules. */
const CALLS = Math.ceil(COUNT / 10);

// The fuzzers compare the same calls with every fast path on. Arguments are getters, proxies,
// decoders and replaced functions that call the module again, or throw.
test(`${CALLS} random reading calls, without each fast path (RT_FUZZ_SEED=${SEED})`, (t) =>
  compareWithNode(t, READING, { tested: withoutEach(), count: CALLS }));

test(`${CALLS} random writing calls, without each fast path (RT_FUZZ_SEED=${SEED})`, (t) =>
  compareWithNode(t, WRITING, { tested: withoutEach(), count: CALLS }));

const LONG_VALUE = `text=${'x'.repeat(1 << 20)}`;
const PAIRS = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key${index}`, `value ${index}`]));

// A function of the module that runs more or less often without the fast path.
for (const [name, functionName, call] of [
  ['query-scan', 'readUnitByUnit', (module) => module.parse(LONG_VALUE)],
  ['query-whole-text', '$narrow', (module) => module.parse('a=1&b=2')],
  ['query-plain-values', '$load', (module) => module.parse(LONG_VALUE)],
  ['query-sized-results', 'emptyResult', (module) => module.parse('a=1&b=2')],
  ['query-short-texts', 'write', (module) => module.escape('a b')],
  ['query-joined-texts', 'writePairs', (module) => module.stringify(PAIRS)],
  ['query-few-pairs', 'writePairs', (module) => module.stringify({ a: 1, b: 'two' })],
] as [name: string, functionName: string, call: (module: Module) => unknown][]) {
  test.serial(`${name} turns a fast path off`, (t) => {
    // The native codec, which has all of them.
    const counts = ['', name].map((names) => {
      const { module } = without(names)[0] as Tested;
      // The first call makes what is made once.
      call(module);
      return countedCalls(() => call(module))[functionName] ?? 0;
    });
    t.not(counts[0], counts[1]);
  });
}

test('each fast path of query strings has a row in docs/fast-paths.md', async (t) => {
  const { readFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'fast-paths.md'), 'utf8');
  t.true(QUERY_FAST_PATHS.length > 0);
  for (const name of QUERY_FAST_PATHS) t.true(page.includes(`| \`${name}\` |`), name);
});
