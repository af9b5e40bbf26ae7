import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { IS_WINDOWS, testButOnWindows } from '../../../support/portable';
import { fixture } from '../../../support/program';
import type { Module } from '../../../support/recorder';
import { sameAsNode } from '../../../support/same-as-node';
import { type ChildProcess, event } from '../both-modules';
import { ask, askByDatagram, listen } from './connections';

const answering = fixture('handle-answer.js');

async function end(child: ChildProcess): Promise<void> {
  const closed = event(child, 'close');
  child.send('close');
  await closed;
}

/**
 * What the child answers on a connection that the parent accepted and sent to it, and what the
 * child says of it.
 */
async function handOn(
  { fork }: Module,
  serialization: 'json' | 'advanced',
  send: (child: ChildProcess, socket: Socket) => void,
): Promise<unknown[]> {
  const child = fork(answering, { serialization });
  const server = createServer({ pauseOnConnect: true }, (socket) => send(child, socket));
  const port = await listen(server);
  const reported = event(child, 'message');
  const results = [await ask(port, 'a line'), (await reported)[0]];
  server.close();
  await end(child);
  return results;
}

for (const serialization of ['json', 'advanced'] as const) {
  test(`a connection moves to the child (${serialization})`, async (t) => {
    const [answer, reported] = await sameAsNode(t, (module) =>
      handOn(module, serialization, (child, socket) => child.send('a socket', socket)),
    );
    t.is(answer, 'child got a line');
    t.deepEqual(reported, { message: 'a socket', type: 'Socket' });
  });
}

test('the sender’s own copy of a connection is closed, so that its end is seen when the child ends it', async (t) => {
  const results = await sameAsNode(t, async (module) => {
    let left: unknown;
    const answer = await handOn(module, 'json', (child, socket) => {
      child.send('a socket', socket);
      left = (socket as unknown as { _handle: unknown })._handle;
    });
    return [...answer, left];
  });
  t.is(results[2], null);
});

for (const keepOpen of [true, 1]) {
  test(`with keepOpen: ${keepOpen} both processes have the connection`, async (t) => {
    const answer = await sameAsNode(t, async ({ fork }) => {
      const child = fork(answering);
      const server = createServer({ pauseOnConnect: true }, (socket) => {
        child.send('a socket', socket, { keepOpen: keepOpen as true });
        child.once('message', () => {
          socket.write('parent too; ', () => {
            client.write('a line\n');
            socket.destroy();
          });
        });
      });
      const client = connect(await listen(server), '127.0.0.1');
      const answer = await text(client);
      server.close();
      await end(child);
      return answer;
    });
    t.is(answer, 'parent too; child got a line');
  });
}

test('data that was read before is not sent', async (t) => {
  const [answer] = await sameAsNode(t, async ({ fork }) => {
    const child = fork(answering);
    const server = createServer((socket) => {
      socket.once('data', () => {
        child.send('a socket', socket);
        child.once('message', () => client.write('second\n'));
      });
    });
    const client = connect(await listen(server), '127.0.0.1');
    client.write('first, ');
    const [answer] = await once(client, 'data');
    server.close();
    await end(child);
    return [String(answer)];
  });
  t.is(answer, 'child got second');
});

test('a socket that is destroyed before it is sent: the message comes without', async (t) => {
  const reported = await sameAsNode(t, async ({ fork }) => {
    const child = fork(answering);
    const server = createServer((socket) => {
      socket.destroy();
      child.send('too late', socket);
    });
    const reported = event(child, 'message');
    await ask(await listen(server), 'a line').catch(() => {});
    const [message] = await reported;
    server.close();
    await end(child);
    return message;
  });
  t.deepEqual(reported, { message: 'too late', type: 'none' });
});

test('a socket that is destroyed while it waits behind another: the message comes without', async (t) => {
  const reported = await sameAsNode(t, async ({ fork }) => {
    const child = fork(answering);
    const messages: unknown[] = [];
    child.on('message', (message) => messages.push(message));
    const sockets: Socket[] = [];
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      if (sockets.push(socket) === 2) server.emit('both');
    });
    const both = once(server, 'both');
    const port = await listen(server);
    const answers = [ask(port, 'a line'), ask(port, 'a line')].map((answer) => answer.catch(() => ''));
    await both;
    sockets.forEach((socket, index) => {
      child.send(`socket ${index}`, socket);
    });
    sockets[1]?.destroy();
    const texts = await Promise.all(answers);
    server.close();
    await end(child);
    return [messages.slice(0, 2), texts.sort()];
  });
  t.deepEqual(reported[0], [
    { message: 'socket 0', type: 'Socket' },
    { message: 'socket 1', type: 'none' },
  ]);
});

test('a server is shared', async (t) => {
  const results = await sameAsNode(t, async ({ fork }) => {
    const child = fork(answering);
    const server = createServer();
    const port = await listen(server);
    const reported = event(child, 'message');
    child.send('a server', server);
    const [message] = await reported;
    // The parent no longer accepts, the child does.
    server.close();
    const answer = await ask(port, 'a line');
    await end(child);
    return [message, answer];
  });
  t.deepEqual(results, [{ message: 'a server', type: 'Server' }, 'server in the child got a line']);
});

testButOnWindows('a server at a path is shared', 'pipes cannot be sent there', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rt-std-handles-'));
  let count = 0;
  const results = await sameAsNode(t, async ({ fork }) => {
    const path = join(folder, String(count++));
    const child = fork(answering);
    const server = new Server().listen(path);
    await once(server, 'listening');
    const reported = event(child, 'message');
    child.send('a server', server);
    const [message] = await reported;
    (server as unknown as { _handle: { unref(): void } })._handle.unref();
    // Either process may accept; the parent's server is busy with nothing.
    server.on('connection', (socket) => socket.end('server in the child got a line'));
    const answer = await ask(path, 'a line');
    await end(child);
    server.close();
    return [message, answer];
  });
  t.deepEqual(results, [{ message: 'a server', type: 'Server' }, 'server in the child got a line']);
  rmSync(folder, { recursive: true });
});

testButOnWindows('a datagram socket is shared', 'such sockets cannot be sent there', async (t) => {
  const results = await sameAsNode(t, async ({ fork }) => {
    const child = fork(answering);
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address();
    const reported = event(child, 'message');
    child.send('datagrams', socket);
    const [message] = await reported;
    socket.close();
    const answer = await askByDatagram(port, 'a line');
    await end(child);
    return [message, answer];
  });
  t.deepEqual(results, [{ message: 'datagrams', type: 'Socket' }, 'child got a line']);
});

test('a native handle, as cluster sends it', async (t) => {
  const results = await sameAsNode(t, async (module) => {
    const natives: { close(): void }[] = [];
    const results = await handOn(module, 'json', (child, socket) => {
      const native = (socket as unknown as { _handle: { close(): void } })._handle;
      natives.push(native);
      // On Windows a copy can be made as long as the original is open.
      if (IS_WINDOWS) child.once('message', () => native.close());
      child.send('native', native as never, () => {
        if (!IS_WINDOWS) setImmediate(() => native.close());
      });
    });
    return results;
  });
  t.deepEqual(results, ['child with a native handle got a line', { message: 'native', type: 'TCP' }]);
});

testButOnWindows('a native handle that is closed, now or long ago', 'handles have no descriptors there', async (t) => {
  const errors = await sameAsNode(t, async ({ fork }) => {
    const child = fork(answering);
    const server = createServer();
    await listen(server);
    const { _handle: native } = server as unknown as { _handle: Server & { fd: number } };
    const send = () => new Promise<unknown>((resolve) => child.send('a handle', native, resolve));
    server.close();
    const codes = [await send()];
    while (native.fd === -1) await setImmediate();
    codes.push(await send());
    await end(child);
    return codes.map((error) => (error as { code?: unknown } | null)?.code);
  });
  t.deepEqual(errors, ['EBADF', 'EINVAL']);
});
