import test from 'ava';
import { ours, theirs } from '../../support/modules';
import type { Module } from '../../support/recorder';

interface Handle {
  hasRef(): boolean;
  ref(): void;
  unref(): void;
  close(callback?: () => void): void;
}

function startedHandle(module: Module): Handle {
  const { _handle } = module.spawn('true', { stdio: 'ignore' }) as unknown as { _handle: Handle };
  return _handle;
}

test('a handle tells whether it keeps the event loop alive, and is closed in a later turn, as Node’s', async (t) => {
  const observe = async (module: Module): Promise<unknown[]> => {
    const handle = startedHandle(module);
    const seen: unknown[] = [handle.hasRef()];
    handle.unref();
    seen.push(handle.hasRef());
    handle.ref();
    seen.push(handle.hasRef());
    await new Promise<void>((resolve) => {
      handle.close(() => {
        seen.push('closed', handle.hasRef());
        resolve();
      });
      process.nextTick(() => seen.push('next tick'));
      seen.push('close returned');
    });
    return seen;
  };
  t.deepEqual(await observe(ours), await observe(theirs));
});

test('a handle is closed once: a second callback is not called', async (t) => {
  const observe = async (module: Module): Promise<string[]> => {
    const handle = startedHandle(module);
    const seen: string[] = [];
    await new Promise<void>((resolve) => {
      handle.close(resolve);
      handle.close(() => seen.push('again'));
    });
    await new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
    return seen;
  };
  t.deepEqual(await observe(ours), await observe(theirs));
});
