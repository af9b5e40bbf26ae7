import test from 'ava';
import type { Module } from './support/backends';
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

// Which functions of the module run, and how often, is not the same without the fast path.
for (const [name, call] of [
  ['query-scan', (module) => module.parse(LONG_VALUE)],
  ['query-whole-text', (module) => module.parse('a=1&b=2')],
  ['query-plain-values', (module) => module.parse(LONG_VALUE)],
  ['query-sized-results', (module) => module.parse('a=1&b=2')],
  ['query-short-texts', (module) => module.escape('a b')],
  ['query-joined-texts', (module) => module.stringify(PAIRS)],
] as [name: string, call: (module: Module) => unknown][]) {
  test.serial(`${name} turns a fast path off`, (t) => {
    const calls = (names: string) =>
      without(names).map(({ module }) => {
        // The first call makes what is made once.
        call(module);
        return countedCalls(() => call(module));
      });
    t.deepEqual(calls(''), calls(''));
    // Not every codec has every fast path.
    t.notDeepEqual(calls(''), calls(name));
  });
}

test('each fast path of query strings has a row in docs/fast-paths.md', async (t) => {
  const { readFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'fast-paths.md'), 'utf8');
  t.true(QUERY_FAST_PATHS.length > 0);
  for (const name of QUERY_FAST_PATHS) t.true(page.includes(`| \`${name}\` |`), name);
});
