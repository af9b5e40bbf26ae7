import test from 'ava';
import { theirs } from '../support/modules';
import { PACKAGE } from '../support/program';
import { script } from '../support/scripts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface CountsModule {
  readonly describe: (counts: Counts) => string;
  readonly findCounts: (text: string) => Counts | undefined;
  readonly settle: (counts: Counts, status: number, print: (text: string) => void) => Counts;
  readonly sum: (parts: readonly Counts[]) => Counts;
}

const load = () => script<CountsModule>('scripts/test/counts.mjs');

test('the closing line is read back as it was written', async (t) => {
  const { describe, findCounts } = await load();
  for (const counts of [
    { passed: 12, failed: 0, skipped: 0 },
    { passed: 0, failed: 3, skipped: 4 },
  ]) {
    t.deepEqual(findCounts(`noise\n1 passed, 1 failed\n${describe(counts)}\n`), counts);
  }
  t.is(describe({ passed: 12, failed: 0, skipped: 0 }), '12 passed, 0 failed');
  t.is(findCounts('5 passed, 0 failed, says a test in the middle of a line'), undefined);
});

test('a runner that ends badly without naming a test counts as one failure', async (t) => {
  const { settle } = await load();
  const printed: string[] = [];
  const settled = settle({ passed: 5, failed: 0, skipped: 0 }, 101, (text) => printed.push(text));
  t.deepEqual(settled, { passed: 5, failed: 1, skipped: 0 });
  t.is(printed.length, 1);
});

test('a runner that ran nothing counts as one failure', async (t) => {
  const { settle } = await load();
  t.is(settle({ passed: 0, failed: 0, skipped: 0 }, 0, () => {}).failed, 1);
});

test('a task that has nothing to run fails', (t) => {
  const args = ['scripts/run.mjs', 'build:platforms', '--only', 'no such platform'];
  const { status, stdout } = theirs.spawnSync(process.execPath, args, { cwd: PACKAGE, encoding: 'utf8' });
  t.is(status, 1);
  t.regex(stdout, /there was nothing to run\n0 passed, 0 failed\n$/);
});

test('totals add up over runners', async (t) => {
  const { sum } = await load();
  const parts = [
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ];
  t.deepEqual(sum(parts), { passed: 11, failed: 22, skipped: 33 });
});
