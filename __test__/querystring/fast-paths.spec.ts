import test from 'ava';
import type { Module } from './support/backends';
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

/** How long something takes: the fastest of some rounds. */
function fastest(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 15; round++) {
    const start = process.hrtime.bigint();
    run();
    least = Math.min(least, Number(process.hrtime.bigint() - start));
  }
  return least;
}

const LONG_VALUE = `text=${'x'.repeat(1 << 20)}`;
const PAIRS = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key${index}`, `value ${index}`]));

// Two whose gain is so large that a busy machine cannot hide it: the switch does something.
for (const [name, call] of [
  ['query-scan', (module: Module) => module.parse(LONG_VALUE)],
  ['query-plain-values', (module: Module) => module.parse(LONG_VALUE)],
  ['query-joined-texts', (module: Module) => Number(module.stringify(PAIRS))],
] as const) {
  test.serial(`${name} turns a fast path off`, (t) => {
    const [on, off] = ['', name].map((names) => without(names)[0]?.module as Module) as [Module, Module];
    const time = (module: Module) => fastest(() => call(module));
    t.true(time(on) < time(off));
  });
}

test('each fast path of query strings has a row in docs/fast-paths.md', async (t) => {
  const { readFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'fast-paths.md'), 'utf8');
  t.true(QUERY_FAST_PATHS.length > 0);
  for (const name of QUERY_FAST_PATHS) t.true(page.includes(`| \`${name}\` |`), name);
});
