import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { allGone, childrenOf, Example, until } from './program';

test('1000 tasks in four workers, one of which crashes', async (t) => {
  const pool = new Example(t, 'worker-pool', ['1000', '4']);
  t.deepEqual(await pool.ended, { code: 0, signal: null });
  const { mostWaiting, ...rest } = JSON.parse(pool.stdout);
  t.deepEqual(rest, { taken: 1000, done: 1000, wrong: 0, retried: [500] });
  // No task is taken before a worker is free: what is in memory does not grow.
  t.true(mostWaiting <= 4, `${mostWaiting} waited at once`);
  t.regex(pool.stderr, /^task 500 once more: worker \d+ ended: SIGKILL$/m);
});

test('a worker that is killed from outside costs nothing but time', async (t) => {
  const pool = new Example(t, 'worker-pool', ['1000', '2']);
  await until('both workers run', () => childrenOf(pool.pid).length === 2);
  await pause(100);
  const [worker] = childrenOf(pool.pid);
  process.kill(worker as number, 'SIGKILL');
  t.deepEqual(await pool.ended, { code: 0, signal: null });
  const { done, wrong, retried } = JSON.parse(pool.stdout);
  t.deepEqual({ done, wrong }, { done: 1000, wrong: 0 });
  t.true(retried.includes(500));
});

test('Ctrl-C ends it with 130, SIGKILL at once; neither leaves a worker', async (t) => {
  for (const [signal, end] of [
    ['SIGINT', { code: 130, signal: null }],
    ['SIGKILL', { code: null, signal: 'SIGKILL' }],
  ] as const) {
    const pool = new Example(t, 'worker-pool', ['1000000', '3']);
    await until('all workers run', () => childrenOf(pool.pid).length === 3);
    const workers = childrenOf(pool.pid);
    await pause(100);
    pool.child.kill(signal);
    t.deepEqual(await pool.ended, end);
    await t.notThrowsAsync(allGone(workers));
    if (signal === 'SIGINT') t.regex(pool.stderr, /^interrupted after \d+ tasks\n$/);
  }
});
