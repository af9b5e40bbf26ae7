import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { isAlive } from '../support/processes';
import { allGone, Example } from './program';

const TREE = 'sleep 60 & echo pid $!; setsid sh -c "echo pid \\$\\$; exec sleep 60" & echo pid $$;';

function pidsIn({ stdout }: Example): number[] {
  return [...stdout.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
}

test('a crash starts the program again, after growing pauses, until it gives up', async (t) => {
  const args = ['--restarts', '3', '--delay', '100', '--', 'sh', '-c', `${TREE} date +%s%N; sleep 0.1; exit 4`];
  const supervisor = new Example(t, 'supervisor', args);
  t.deepEqual(await supervisor.ended, { code: 1, signal: null });
  const pauses = [...supervisor.stderr.matchAll(/starts again in (\d+) ms/g)].map(([, pause]) => Number(pause));
  t.deepEqual(pauses, [100, 200, 400]);
  t.is(supervisor.stderr.match(/ended \(4\)/g)?.length, 4);
  t.regex(supervisor.stderr, /gives up after 3 restarts\n$/);
  const starts = [...supervisor.stdout.matchAll(/^(\d{19})$/gm)].map(([, time]) => Number(time) / 1e6);
  for (const [index, pause] of pauses.entries()) t.true((starts[index + 1] ?? 0) - (starts[index] ?? 0) >= pause);
  t.is(pidsIn(supervisor).length, 12);
  await t.notThrowsAsync(allGone(pidsIn(supervisor)));
});

test('a program that recovers is left to its end, and one that has run well counts from the start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-supervisor-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const thrice = 'echo x >>count; test "$(wc -l <count)" = 3';
  const recovers = new Example(t, 'supervisor', ['--delay', '10', '--', 'sh', '-c', thrice], { cwd: folder });
  t.deepEqual(await recovers.ended, { code: 0, signal: null });
  t.is(recovers.stderr.match(/started/g)?.length, 3);

  // Each run is long enough: the pause does not grow, and it never gives up.
  const args = ['--restarts', '1', '--delay', '10', '--healthy', '50', '--', 'sh', '-c', 'sleep 0.1; kill -9 $$'];
  const long = new Example(t, 'supervisor', args);
  await long.prints(/(ended \(SIGKILL\)[\s\S]*){4}/);
  t.false(/starts again in (?!10 ms)/.test(long.stderr), long.stderr);
  long.child.kill('SIGTERM');
  t.deepEqual(await long.ended, { code: 0, signal: null });
});

test('asked to end, it ends the program and all that it has started', async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const supervisor = new Example(t, 'supervisor', ['--', 'sh', '-c', `${TREE} wait`]);
    await supervisor.prints(/(pid \d+\n){3}/);
    const pids = pidsIn(supervisor);
    supervisor.child.kill(signal);
    t.deepEqual(await supervisor.ended, { code: 0, signal: null });
    await t.notThrowsAsync(allGone(pids));
  }
});

test('killed by SIGKILL, it leaves no orphan', async (t) => {
  const supervisor = new Example(t, 'supervisor', ['--', 'sh', '-c', `trap "" TERM; ${TREE} wait`]);
  await supervisor.prints(/(pid \d+\n){3}/);
  const pids = pidsIn(supervisor);
  t.deepEqual(pids.filter(isAlive), pids);
  supervisor.child.kill('SIGKILL');
  await t.notThrowsAsync(allGone(pids));
});

test('a program that does not exist is given up, too; wrong options are refused', async (t) => {
  const missing = new Example(t, 'supervisor', ['--restarts', '1', '--delay', '1', '--', 'no-such-program']);
  t.deepEqual(await missing.ended, { code: 1, signal: null });
  t.is(missing.stderr.match(/ended \(ENOENT\)/g)?.length, 2);
  for (const args of [[], ['--delay', 'soon', '--', 'true']]) {
    const refused = new Example(t, 'supervisor', args);
    t.deepEqual(await refused.ended, { code: 2, signal: null });
    t.regex(refused.stderr, /^Usage: /);
  }
});
