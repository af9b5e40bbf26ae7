import { join } from 'node:path';
import test from 'ava';
import { theirs } from '../support/modules';
import { PACKAGE } from '../support/program';

const COUNT = Number(process.env.RT_LEAK_COUNT ?? 20_000);
/** V8's young generation stays small: it would grow in steps of 16 MiB at moments of its own. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=1'];

test(`${COUNT} spawns of every kind, also in workers, leave nothing behind (RT_LEAK_COUNT)`, async (t) => {
  t.timeout(600_000);
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
    const args = [...FLAGS, join(PACKAGE, '__test__', 'fixtures', 'spawn-leaks.js')];
    const env = { ...process.env, RT_LEAK_COUNT: String(COUNT) };
    theirs.execFile(process.execPath, args, { env }, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
  t.is(stderr, '');
  const { mebibytes, ...left } = JSON.parse(stdout);
  t.log(`memory since the first 2,000 spawns: ${mebibytes.toFixed(1)} MiB`);
  t.deepEqual(left, { spawned: COUNT, descriptors: 0, children: 0, listeners: 0 });
  t.true(mebibytes <= 20, `${mebibytes} MiB more`);
});
