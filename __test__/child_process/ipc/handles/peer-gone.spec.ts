import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { ours } from '../../../support/modules';
import { script } from '../../../support/portable';
import { BROKEN_PIPE, describeError, type Module } from '../../../support/recorder';
import { sameAsNode } from '../../../support/same-as-node';
import { type ChildProcess, event } from '../both-modules';
import { listen } from './connections';

/**
 * A program for Node that closes its end of the channel, says so by a file, and lives on until its
 * input ends.
 */
function goes(mark: string): string {
  return `
    process.on('disconnect', () => require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''));
    process.stdin.resume();
    process.disconnect();`;
}

function start({ spawn }: Pick<Module, 'spawn'>, program: string, serialization: 'json' | 'advanced'): ChildProcess {
  const [file, args] = script(program);
  return spawn(file, args, { stdio: ['pipe', 'ignore', 'inherit', 'ipc'], serialization });
}

/**
 * A child whose end of the channel is closed for sure, while this process has not seen that yet: it
 * has not returned to its event loop since. The child lives on until it is killed.
 */
function childThatIsGone(module: Pick<Module, 'spawn'>, serialization: 'json' | 'advanced'): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-ipc-'));
  const mark = join(folder, 'closed');
  const child = start(module, goes(mark), serialization);
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
  t.deepEqual(log, [...names.map((name) => [name, BROKEN_PIPE])]);
});

test('a handle that fails behind messages which were held back: callbacks are called in order', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-ipc-'));
  const [open, closed] = [join(folder, 'open'), join(folder, 'closed')];
  // It reads nothing meanwhile.
  const child = start(ours, `while (!require('node:fs').existsSync(${JSON.stringify(open)}));${goes(closed)}`, 'json');
  const server = await listening();
  t.teardown(() => server.close());
  const log = await outcome(child, (note) => {
    child.send('leaves at once', note('leaves at once'));
    child.send('held back', note('held back'));
    ours.execFileSync(
      ...script(`const { existsSync, writeFileSync } = require('node:fs');
        writeFileSync(${JSON.stringify(open)}, '');
        while (!existsSync(${JSON.stringify(closed)}));`),
    );
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
