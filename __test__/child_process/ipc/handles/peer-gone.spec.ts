import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { ours } from '../../../support/modules';
import { describeError, type Module } from '../../../support/recorder';
import { sameAsNode } from '../../../support/same-as-node';
import { type ChildProcess, event } from '../both-modules';
import { listen } from './connections';

/**
 * A child whose end of the channel is closed for sure, while this process has not seen that yet: it
 * has not returned to its event loop since. The child lives on until it is killed.
 */
function childThatIsGone({ spawn }: Pick<Module, 'spawn'>, serialization: 'json' | 'advanced'): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-ipc-'));
  const mark = join(folder, 'closed');
  const script = `exec 3>&-; : >'${mark}'; read -r line`;
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'inherit', 'ipc'], serialization });
  while (!existsSync(mark));
  rmSync(folder, { recursive: true });
  return child;
}

async function listening(): Promise<Server> {
  const server = createServer();
  await listen(server);
  return server;
}

/** What the child emits and what the callbacks get, once all has happened. */
async function outcome(child: ChildProcess, sends: (note: (name: string) => (error: Error | null) => void) => void) {
  const log: unknown[] = [];
  child.on('error', (error) => log.push(['error', describeError(error)]));
  sends((name) => (error) => log.push([name, error && describeError(error)]));
  const exited = event(child, 'exit');
  // Node emits no 'disconnect' while a handle is on its way.
  await delay(100);
  child.stdin?.end();
  await exited;
  return log;
}

for (const serialization of ['json', 'advanced'] as const) {
  test(`what is sent behind such a handle is no 'error' either, as in Node (${serialization})`, async (t) => {
    const server = await listening();
    t.teardown(() => server.close());
    const log = await sameAsNode(t, async (module) => {
      const child = childThatIsGone(module, serialization);
      return outcome(child, () => {
        child.send('a server', server);
        child.send('behind it');
        child.send('the server again', server);
        child.send('last');
      });
    });
    t.deepEqual(log, []);
  });

  test(`a handle without a callback, to a peer that is gone, is no 'error', as in Node (${serialization})`, async (t) => {
    const server = await listening();
    t.teardown(() => server.close());
    const log = await sameAsNode(t, async (module) => {
      const child = childThatIsGone(module, serialization);
      return outcome(child, () => child.send('a server', server));
    });
    t.deepEqual(log, []);
  });

  test(`messages without a handle, to a peer that is gone, are an 'error' each, as in Node (${serialization})`, async (t) => {
    for (const message of ['short', 'long'.repeat(100_000)]) {
      const log = await sameAsNode(t, async (module) => {
        const child = childThatIsGone(module, serialization);
        return outcome(child, (note) => {
          child.send(message);
          child.send(message, note('callback'));
          child.send(message);
        });
      });
      t.is(log.length, 3);
    }
  });
}

const gone = describeError(Object.assign(new Error('write EPIPE'), { errno: -32, code: 'EPIPE', syscall: 'write' }));

test('the callback of a handle gets the error, in its turn', async (t) => {
  const server = await listening();
  t.teardown(() => server.close());
  const child = childThatIsGone(ours, 'json');
  const log = await outcome(child, (note) => {
    child.send('first', note('first'));
    child.send('second', note('second'));
    child.send('a server', server, note('a server'));
    child.send('behind it', note('behind it'));
    child.send('the server again', server, note('the server again'));
    child.send('last', note('last'));
  });
  const names = ['first', 'second', 'a server', 'behind it', 'the server again', 'last'];
  t.deepEqual(log, [...names.map((name) => [name, gone])]);
});

test('a handle that fails behind messages which were held back: callbacks are called in order', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-ipc-'));
  const [open, closed] = [join(folder, 'open'), join(folder, 'closed')];
  const script = `while ! test -e '${open}'; do sleep .01; done; exec 3>&-; : >'${closed}'; read -r line`;
  const child = ours.spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'inherit', 'ipc'] });
  const server = await listening();
  t.teardown(() => server.close());
  const log = await outcome(child, (note) => {
    child.send('leaves at once', note('leaves at once'));
    child.send('held back', note('held back'));
    ours.execFileSync('sh', ['-c', `: >'${open}'; while ! test -e '${closed}'; do sleep .01; done`]);
    child.send('held back too', note('held back too'));
    child.send('a server', server, note('a server'));
    child.send('last', note('last'));
  });
  t.deepEqual(
    log.map((entry) => (Array.isArray(entry) ? entry[0] : entry)),
    ['leaves at once', 'held back', 'held back too', 'a server', 'last'],
  );
  rmSync(folder, { recursive: true });
});
