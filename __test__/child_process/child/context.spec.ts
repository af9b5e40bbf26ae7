import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import type { Module } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

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
  await sameAsNode(t, run);
});

test('an output that came before anybody reads it is seen in the AsyncLocalStorage of its reader', async (t) => {
  const storage = new AsyncLocalStorage<string>();
  const run = (module: Module): Promise<unknown[]> =>
    new Promise((resolve) => {
      const seen: unknown[] = [];
      storage.run('the call', () => {
        const child = module.spawn('sh', ['-c', 'echo out; echo error >&2; read line'], { stdio: 'pipe' });
        setTimeout(() => {
          storage.run('the reader', () => {
            child.stdout.once('data', () => seen.push(['stdout', storage.getStore()]));
            child.stderr.once('readable', () => {
              seen.push(['stderr', storage.getStore(), String(child.stderr.read())]);
              child.stdin.end();
            });
          });
        }, 1000);
        child.on('close', () => resolve(seen));
      });
    });
  await sameAsNode(t, run);
});

/** Calls that end in other ways. Each passes what it sees to `note`, and calls `done` last. */
const CALLS: Record<string, (module: Module, note: (what: string) => unknown, done: () => void) => unknown> = {
  'a failed spawn': (module, note, done) =>
    module
      .spawn('no-such-program', { stdio: 'ignore' })
      .on('error', () => note('error'))
      .on('close', () => done()),
  'a timeout': (module, note, done) =>
    module
      .spawn('sleep', ['60'], { timeout: 20, stdio: 'ignore' })
      .on('exit', () => note('exit'))
      .on('close', () => done()),
  'an abort': (module, note, done) =>
    module
      .spawn('sleep', ['60'], { signal: AbortSignal.timeout(20), stdio: 'ignore' })
      .on('exit', () => note('exit'))
      .on('error', () => {})
      .on('close', () => done()),
  'a failed exec': (module, note, done) => module.exec('exit 3', () => [note('callback'), done()]),
  'a missing program of execFile': (module, note, done) =>
    module.execFile('no-such-program', () => [note('callback'), done()]),
  'a promise': (module, note, done) =>
    promisify(module.execFile)('false')
      .catch(() => note('rejection'))
      .finally(done),
  'a child that is spawned elsewhere than made': (module, note, done) => {
    const child = new module.ChildProcess();
    new AsyncLocalStorage<string>().run('of no interest', () =>
      child.spawn({ file: 'true', args: ['true'], stdio: 'ignore' }),
    );
    child.on('exit', () => [note('exit'), done()]);
  },
};

for (const [title, call] of Object.entries(CALLS)) {
  test(`the AsyncLocalStorage of the call is seen with ${title}`, async (t) => {
    const storage = new AsyncLocalStorage<string>();
    const run = (module: Module): Promise<unknown[]> =>
      new Promise((resolve) => {
        const seen: unknown[] = [];
        const note = (what: string): number => seen.push([what, storage.getStore()]);
        storage.run('the call', () => call(module, note, () => resolve(seen)));
      });
    await sameAsNode(t, run);
  });
}

/** Uses a module for the first time in a store, and prints what is collected afterwards. */
const FIRST_USE = `
  const [, name, first, loading] = process.argv;
  const load = () => require(name);
  if (loading === 'before') load();
  const { AsyncLocalStorage } = require('node:async_hooks');
  const storage = new AsyncLocalStorage();
  const registry = new FinalizationRegistry((text) => {
    console.log(text);
    clearInterval(timer);
  });
  const use = { spawn: () => load().spawn('true', { stdio: 'ignore' }), spawnSync: () => load().spawnSync('true'), parse: () => load().parse('a=b&c=%41') };
  (() => {
    const store = {};
    registry.register(store, 'freed');
    storage.run(store, use[first]);
  })();
  const timer = setInterval(() => global.gc(), 20);
  setTimeout(() => clearInterval(timer), 30_000).unref();
`;

for (const [module, use] of [
  ['child_process', 'spawn'],
  ['child_process', 'spawnSync'],
  ['querystring/native', 'parse'],
]) {
  test(`the AsyncLocalStorage of the first ${use} is freed`, async (t) => {
    for (const loading of ['before', 'in the store']) {
      const args = ['--expose-gc', '-e', FIRST_USE, `rt-std/${module}`, use as string, loading];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      t.is(stdout, 'freed\n', loading);
    }
  });

  test(`the AsyncLocalStorage of the first ${use} under the override is freed`, async (t) => {
    const override = ['--require', 'rt-std/override'];
    const name = (module as string).split('/')[0] as string;
    const args = ['--expose-gc', ...override, '-e', FIRST_USE, name, use as string, 'in the store'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    t.is(stdout, 'freed\n');
  });
}

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
  await sameAsNode(t, run);
});
