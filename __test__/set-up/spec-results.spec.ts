import test from 'ava';
import { script } from '../support/scripts';

interface Result {
  outcome: 'passed' | 'failed' | 'skipped';
  title: string;
}

interface Limit {
  what: string;
  reason: string;
  bun?: string[];
  deno?: string[];
  sometimes?: boolean;
}

interface SpecLines {
  readonly readSpecLines: (
    onResult: (result: Result) => void,
    onOther: (line: string) => void,
  ) => (line: string) => void;
}

interface ExpectedFailures {
  readonly judge: (
    limits: readonly Limit[],
    runtime: 'bun' | 'deno',
    results: readonly Result[],
  ) => { unexpected: string[]; stale: string[]; expected: string[] };
}

interface FolderCountsModule {
  readonly FolderCounts: new () => { add(result: Result): void; describeAll(): Record<string, string> };
}

test("AVA's lines become results; what a passed test logs is left out", async (t) => {
  const { readSpecLines } = await script<SpecLines>('scripts/test/spec-lines.mjs');
  const results: Result[] = [];
  const others: string[] = [];
  const read = readSpecLines(
    (result) => results.push(result),
    (line) => others.push(line),
  );
  const failed = '  ✘ [fail]: folder › spec › breaks Error thrown in test';
  const skipped = '  - [skip] folder › spec › is left out (skipped: no reason)';
  for (const line of [
    '',
    '  ✔ folder › spec › works (1.2s)',
    '    ℹ a note',
    '  ✔ spec › takes (two)',
    failed,
    skipped,
  ])
    read(line);
  t.deepEqual(results, [
    { outcome: 'passed', title: 'folder › spec › works' },
    { outcome: 'passed', title: 'spec › takes (two)' },
    { outcome: 'failed', title: 'folder › spec › breaks Error thrown in test' },
    { outcome: 'skipped', title: 'folder › spec › is left out (skipped: no reason)' },
  ]);
  t.deepEqual(others, ['', failed, skipped]);
});

test('the tests that a limit of time has ended have failed, by name', async (t) => {
  const { readSpecLines } = await script<SpecLines>('scripts/test/spec-lines.mjs');
  const results: Result[] = [];
  const read = readSpecLines(
    (result) => results.push(result),
    () => {},
  );
  for (const line of [
    '  ✔ works',
    '  ',
    '  ✘ Timed out while running tests',
    '',
    '  2 tests were pending in __test__/.build/folder/spec.spec.js',
    '',
    '  ◌ hangs',
    '    ℹ a note',
    '  ◌ hangs too',
  ])
    read(line);
  t.deepEqual(results, [
    { outcome: 'passed', title: 'works' },
    { outcome: 'failed', title: 'Timed out while running tests' },
    { outcome: 'failed', title: 'hangs did not end in time' },
    { outcome: 'failed', title: 'hangs too did not end in time' },
  ]);
});

test('a limit explains the failures that it names in its runtime; one that does not fail is stale', async (t) => {
  const { judge } = await script<ExpectedFailures>('scripts/test/expected-failures.mjs');
  const results: Result[] = [
    { outcome: 'failed', title: 'one Error thrown in test' },
    { outcome: 'failed', title: 'one more' },
    { outcome: 'passed', title: 'two' },
    { outcome: 'passed', title: 'three' },
  ];
  const limits = [
    { what: 'a', reason: 'b', bun: ['one', 'two'], deno: ['one', 'one more'] },
    { what: 'c', reason: 'd', bun: ['three'], sometimes: true },
  ];
  t.deepEqual(judge(limits, 'bun', results), {
    unexpected: [],
    stale: ['two'],
    expected: ['one Error thrown in test', 'one more'],
  });
  t.deepEqual(judge(limits, 'deno', results).stale, []);
  t.deepEqual(judge([], 'deno', results).unexpected, ['one Error thrown in test', 'one more']);
});

test('results are counted by the folder of their spec', async (t) => {
  const { FolderCounts } = await script<FolderCountsModule>('scripts/test/folder-counts.mjs');
  const counts = new FolderCounts();
  counts.add({ outcome: 'passed', title: 'ipc › fork › a' });
  counts.add({ outcome: 'failed', title: 'ipc › fork › b' });
  counts.add({ outcome: 'skipped', title: 'shell › c' });
  t.deepEqual(counts.describeAll(), { ipc: '1, 1 failed', shell: '0, 1 skipped' });
});
