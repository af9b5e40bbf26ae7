import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';

interface FailuresModule {
  readonly failuresIn: (output: string) => string[];
}

const load = (): Promise<FailuresModule> =>
  import(pathToFileURL(join(__dirname, '..', '..', '..', 'scripts', 'test', 'failures.mjs')).href);

test('what failed is found in an output', async (t) => {
  const { failuresIn } = await load();
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
  t.deepEqual(failuresIn('[   4 s] specs: started\n12 passed, 0 failed\n'), []);
  const runtime = ['  ✘ [fail]: expected', '[  59 s] specs in Bun: failed: not expected'];
  t.deepEqual(failuresIn(runtime.join('\n')), [runtime[1], runtime[0]]);
  const many = failuresIn('failed: one\n'.repeat(500));
  t.is(many.length, 151);
  t.is(many.at(-1), '… and 350 lines more');
});
