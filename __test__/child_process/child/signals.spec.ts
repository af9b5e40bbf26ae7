import { type EventEmitter, once } from 'node:events';
import test from 'ava';
import { ours, theirs } from '../../support/modules';
import { type Module, recordUntilClose, thrownBy } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';

test('kill returns, sets killed and ends as in Node', async (t) => {
  const run = async (module: Module) => {
    const child = module.spawn('sleep', ['60']);
    const before = [child.kill(0), child.killed];
    const sent = [child.kill('sigint' as never), child.killed];
    const events = await recordUntilClose(child);
    return { before, sent, events, after: [child.kill(), child.kill(0), child.killed], signal: child.signalCode };
  };
  await sameAsNode(t, run);
});

test('a child that has ended takes signals until exit is emitted', async (t) => {
  const run = async (module: Module) => {
    const child = module.spawn('echo', ['output'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const seen: unknown[] = [];
    const note = (what: string) => seen.push([what, child.kill(0), child.kill(), child.killed, child.exitCode]);
    child.stdout?.on('data', () => note('data'));
    child.on('exit', () => note('exit'));
    // The event loop finds the output and the end together.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await once(child, 'close');
    return seen;
  };
  await sameAsNode(t, run);
});

test('a timeout sends the kill signal', async (t) => {
  const run = (module: Module) =>
    recordUntilClose(module.spawn('sleep', ['60'], { timeout: 30, killSignal: 'SIGKILL' }));
  await sameAsNode(t, run);
});

for (const command of ['true', 'no-such-program']) {
  test(`no timer is left of the timeout of ${command}`, (t) => {
    const script = `require('rt-std/child_process').spawn('${command}', { timeout: 600_000 }).on('error', () => {})`;
    const { status, signal } = theirs.spawnSync(process.execPath, ['-e', script], { timeout: 60_000 });
    t.deepEqual([status, signal], [0, null]);
  });
}

for (const when of ['before', 'after']) {
  test(`an AbortSignal that is aborted ${when} the spawn`, async (t) => {
    const run = (module: Module) => {
      const controller = new AbortController();
      const abort = (): void => controller.abort(new Error('enough'));
      if (when === 'before') abort();
      const child = module.spawn('sleep', ['60'], { signal: controller.signal, killSignal: 'SIGKILL' });
      if (when === 'after') setTimeout(abort, 20);
      return recordUntilClose(child);
    };
    await sameAsNode(t, run);
  });
}

test('the listeners on an AbortSignal go with the child', async (t) => {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, args);
  };
  const child = ours.spawn('true', { signal });
  t.is(listeners, 1);
  await once(child, 'exit');
  t.true(listeners <= 0);
  const failed = ours.spawn('no-such-program', { signal });
  failed.on('error', () => {});
  await new Promise((resolve) => failed.on('close', resolve));
  t.true(listeners <= 0);
});

test('Symbol.dispose kills; Symbol.asyncDispose also waits', async (t) => {
  const child = ours.spawn('sleep', ['60']);
  child[Symbol.dispose]();
  t.deepEqual(await once(child, 'close'), [null, 'SIGTERM']);
  const awaited = ours.spawn('sleep', ['60']) as unknown as AsyncDisposable & { signalCode: string | null };
  await awaited[Symbol.asyncDispose]();
  t.is(awaited.signalCode, 'SIGTERM');
  await awaited[Symbol.asyncDispose]();
});

interface AsyncChild extends AsyncDisposable, EventEmitter {
  _closesGot: number;
  _closesNeeded: number;
}

/**
 * Children that are disposed of in other states than running, and what may be left of them then:
 * nothing.
 */
const DISPOSED: Record<string, () => unknown> = {
  'was not started': () => new ours.ChildProcess(),
  'could not be started': () => ours.spawn('no-such-program').on('error', () => {}),
  'could not be started, for a reason that is thrown': () => {
    const child = new ours.ChildProcess();
    thrownBy(() => child.spawn({ file: '/etc/passwd/program' }));
    return child;
  },
  'was aborted': () => ours.spawn('sleep', ['60'], { signal: AbortSignal.abort() }).on('error', () => {}),
  'writes what nobody reads': () => ours.spawn('yes'),
  'has a channel': () => ours.spawn('sleep', ['60'], { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }),
  'is killed by something else': () => {
    const child = ours.spawn('sleep', ['60']);
    child.kill('SIGKILL');
    return child;
  },
};

for (const [title, start] of Object.entries(DISPOSED)) {
  test(`Symbol.asyncDispose of a child that ${title}`, async (t) => {
    const child = start() as AsyncChild;
    let closed = false;
    child.on('close', () => {
      closed = true;
    });
    await child[Symbol.asyncDispose]();
    t.is(closed, child._closesGot === child._closesNeeded);
    await child[Symbol.asyncDispose]();
  });
}

test('an unreferenced child does not keep the program', (t) => {
  const script = `
    const child = require('rt-std/child_process').spawn('sleep', ['600'], { stdio: 'ignore', detached: true });
    child.unref();
    console.log(child.pid);
  `;
  const options = { encoding: 'utf8', timeout: 60_000 } as const;
  const { stdout, status } = theirs.spawnSync(process.execPath, ['-e', script], options);
  process.kill(Number(stdout), 'SIGKILL');
  t.is(status, 0);
});

test('a listener that stops the event of the signal does not save the child', async (t) => {
  const events = async (module: Module): Promise<unknown[]> => {
    const controller = new AbortController();
    controller.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
    const child = module.spawn('sleep', ['60'], { signal: controller.signal });
    const recorded = recordUntilClose(child);
    controller.abort();
    return recorded;
  };
  await sameAsNode(t, events);
});
