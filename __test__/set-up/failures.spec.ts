import test from 'ava';
import { script } from '../support/scripts';

interface FailuresModule {
  readonly failuresIn: (output: string) => string[];
  readonly namesIn: (failures: string[]) => string[];
  readonly lateIn: (output: string) => string[];
}

interface ResultsModule {
  readonly textOf: (row: object) => string;
}

const load = () => script<FailuresModule>('scripts/test/failures.mjs');

test('what failed is found in an output', async (t) => {
  const { failuresIn, namesIn } = await load();
  const specs = [
    '[   4 s] specs: 12 passed so far',
    '  ✘ [fail]: spawn › a test',
    '  ─',
    '  spawn › a test',
    '  Value is not `true`:',
    '  ─',
    '  1 test failed',
    '[   5 s] crates: started',
    '        FAIL [   0.004s] rt-process::spawn a_test',
    "thread 'a_test' panicked at crates/process/tests/spawn.rs:4:5:",
    '20 passed, 2 failed',
  ];
  t.deepEqual(failuresIn(specs.join('\n')), [...specs.slice(1, 7), ...specs.slice(8, 10)]);
  t.deepEqual(namesIn(failuresIn(specs.join('\n'))), [
    '✘ [fail]: spawn › a test',
    'FAIL [   0.004s] rt-process::spawn a_test',
    "thread 'a_test' panicked at crates/process/tests/spawn.rs:4:5:",
  ]);
  const silent = Array.from({ length: 60 }, (_, index) => `line ${index}`);
  t.deepEqual(failuresIn(silent.join('\n')), silent.slice(20));
  const runtime = ['  ✘ [fail]: expected', '[  59 s] specs in Bun: failed: not expected'];
  t.deepEqual(failuresIn(runtime.join('\n')), [runtime[1], runtime[0]]);
  const browser = ['[  51 s] passed: chromium, page', '[  55 s] failed: firefox, page: the table of values'];
  t.deepEqual(failuresIn(browser.join('\n')), [browser[1]]);
  const many = failuresIn('failed: one\n'.repeat(500));
  t.is(namesIn(many).length, 20);
  t.is(namesIn([`failed: ${'x'.repeat(1000)}`])[0]?.length, 200);
  t.is(many.length, 151);
  t.is(many.at(-1), '… and 350 lines more');
});

test('a program that fails under the override is found in the output of its run', async (t) => {
  const { failuresIn, lateIn } = await load();
  const { textOf } = await script<ResultsModule>('__test__/conformance/programs/results.mjs');
  const row = { program: { name: 'zx', run: '' }, version: '8.0.0', children: 0 };
  const failed = textOf({ ...row, verdict: 'failed', note: 'took longer than 120 s', run: { output: 'its output' } });
  const skipped = textOf({ ...row, verdict: 'skipped', note: 'no browser' });
  const notReached = textOf({ ...row, verdict: 'not reached', note: 'no child was started through us' });
  const late = textOf({ ...row, verdict: 'passed', note: 'took longer', milliseconds: { alone: 1, overridden: 1 } });
  const output = [skipped, late, failed, notReached].join('\n');
  t.deepEqual(lateIn(output), [late]);
  t.regex(late, /^in the second attempt: zx 8\.0\.0: passed .*; in the first: took longer$/);
  t.deepEqual(failuresIn(output), [
    'failed: zx 8.0.0: took longer than 120 s',
    'failed: zx 8.0.0: not reached: no child was started through us',
  ]);
});
