import { connect, createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import test from 'ava';
import { fixture } from '../../../support/program';
import type { Module } from '../../../support/recorder';
import { sameAsNode } from '../../../support/same-as-node';
import { type ChildProcess, event } from '../both-modules';
import { listen } from './connections';

interface Situation {
  readonly server: Server;
  readonly children: readonly ChildProcess[];
  /** The other ends of the sockets. */
  readonly clients: readonly Socket[];
  readonly count: () => Promise<number>;
}

/** A server whose five sockets are with itself (1), a first (2) and a second (2) child. */
async function situation({ fork }: Module): Promise<Situation> {
  const children = [0, 1].map(() => fork(fixture('handle-hold.js')));
  const places = [undefined, children[0], children[1], children[0], children[1]];
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const child = places.shift();
    if (child) child.send('a socket', socket);
    else socket.on('error', () => {}).resume();
  });
  const port = await listen(server);
  const clients: Socket[] = [];
  for (const place of [...places]) {
    const held = place ? event(place, 'message') : event(server, 'connection');
    clients.push(connect(port, '127.0.0.1').on('error', () => {}));
    await held;
  }
  return { server, children, clients, count: promisify(server.getConnections.bind(server)) };
}

async function end(children: readonly ChildProcess[], clients: readonly Socket[] = []): Promise<void> {
  for (const client of clients) client.destroy();
  for (const child of children) {
    if (child.exitCode === null) {
      const exited = event(child, 'exit');
      child.send('exit');
      await exited;
    }
  }
}

/** Asks until there are so many: a socket is closed a while after it was asked to be. */
async function until(count: () => Promise<number>, expected: number): Promise<number> {
  let found = await count();
  while (found !== expected) found = await count();
  return found;
}

test('getConnections() counts those of the children too', async (t) => {
  const counts = await sameAsNode(t, async (module) => {
    const { server, children, clients, count } = await situation(module);
    const counts = [await count()];
    children[0]?.send('close one');
    counts.push(await until(count, 4));
    await end(children.slice(0, 1));
    counts.push(await until(count, 3));
    server.close();
    await end(children, clients);
    return counts;
  });
  t.deepEqual(counts, [5, 4, 3]);
});

test("close() calls back when the children have closed theirs, 'close' comes once", async (t) => {
  const log = await sameAsNode(t, async (module) => {
    const { server, children, clients } = await situation(module);
    const log: string[] = [];
    server.on('close', () => log.push('closed'));
    const closed = event(server, 'close');
    server.close();
    // That of this process.
    clients[0]?.destroy();
    for (const child of [...children, ...children]) {
      log.push('close one');
      child.send('close one');
    }
    await closed;
    await end(children, clients);
    return log;
  });
  t.deepEqual(log, ['close one', 'close one', 'close one', 'close one', 'closed']);
});

test('a child that ends is no longer asked', async (t) => {
  await sameAsNode(t, async (module) => {
    const { server, children, clients } = await situation(module);
    const closed = event(server, 'close');
    server.close();
    for (const child of children) child.kill();
    await closed;
    await end([], clients);
    return server.listening;
  });
});
