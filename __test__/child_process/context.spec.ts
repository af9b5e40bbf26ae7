import { AsyncLocalStorage } from 'node:async_hooks';
import test from 'ava';
import { ours, theirs } from '../support/modules';
import type { Module } from '../support/recorder';

test('events and callbacks see the AsyncLocalStorage of the call', async (t) => {
  const storage = new AsyncLocalStorage<string>();
  const run = (module: Module): Promise<unknown[]> =>
    new Promise((resolve) => {
      const seen: unknown[] = [];
      const note = (what: string): number => seen.push([what, storage.getStore()]);
      storage.run('the call', () => {
        const child = module.spawn('echo', ['hi']);
        storage.run('elsewhere', () => {
          for (const name of ['spawn', 'exit', 'close']) child.on(name, () => note(name));
          child.stdout.on('data', () => note('data'));
        });
        child.on('close', () => {
          storage.run('another call', () => module.execFile('true', () => resolve([...seen.sort(), note('execFile')])));
        });
      });
    });
  t.deepEqual(await run(ours), await run(theirs));
});

test('ticks and microtasks run after each event', async (t) => {
  const run = (module: Module): Promise<string[]> =>
    new Promise((resolve) => {
      const order: string[] = [];
      const child = module.spawn('true', { stdio: 'ignore' });
      child.on('exit', () => {
        order.push('exit');
        process.nextTick(() => order.push('tick'));
        Promise.resolve().then(() => order.push('microtask'));
      });
      child.on('close', () => {
        order.push('close');
        setTimeout(() => resolve(order), 5);
      });
    });
  t.deepEqual(await run(ours), await run(theirs));
});
