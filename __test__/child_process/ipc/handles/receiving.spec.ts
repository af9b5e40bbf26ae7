import type { Socket as DatagramSocket } from 'node:dgram';
import { type AddressInfo, Server, Socket } from 'node:net';
import test from 'ava';
import { testButOnWindows } from '../../../support/portable';
import { fixture } from '../../../support/program';
import type { Module } from '../../../support/recorder';
import { sameAsNode } from '../../../support/same-as-node';
import { type ChildProcess, event } from '../both-modules';
import { ask, askByDatagram } from './connections';

async function receive(
  { fork }: Module,
  kind: string,
  use: (handle: unknown, child: ChildProcess) => Promise<unknown>,
  serialization: 'json' | 'advanced' = 'json',
): Promise<unknown[]> {
  const child = fork(fixture('handle-send.js'), { serialization });
  const received = event(child, 'message');
  const closed = event(child, 'close');
  child.send(kind);
  const [message, handle] = await received;
  const result = await use(handle, child);
  // It may have ended by itself.
  if (child.connected) child.send('exit', () => {});
  await closed;
  return [message, handle?.constructor.name, result];
}

for (const serialization of ['json', 'advanced'] as const) {
  test(`a socket from the child (${serialization})`, async (t) => {
    const use = async (handle: unknown, child: ChildProcess) => {
      const socket = handle as Socket;
      const reported = event(child, 'message');
      socket.once('data', (line) => socket.end(`parent got ${String(line).trim()}`));
      return [socket instanceof Socket, (await reported)[0]];
    };
    const results = await sameAsNode(t, (module) => receive(module, 'socket', use, serialization));
    t.deepEqual(results, ['a socket', 'Socket', [true, { answer: 'parent got hello' }]]);
  });
}

test('a server from the child', async (t) => {
  const use = async (handle: unknown, child: ChildProcess) => {
    const server = handle as Server;
    const { port } = server.address() as AddressInfo;
    server.on('connection', (socket) => socket.end('parent'));
    // The child accepts connections too as long as it lives.
    const exited = event(child, 'exit');
    child.send('exit');
    await exited;
    const answer = await ask(port, 'a line');
    server.close();
    return [server instanceof Server, answer];
  };
  const results = await sameAsNode(t, (module) => receive(module, 'server', use));
  t.deepEqual(results, ['a server', 'Server', [true, 'parent']]);
});

testButOnWindows('a datagram socket from the child', 'only sockets and servers of TCP can be sent there', async (t) => {
  const use = async (handle: unknown, child: ChildProcess) => {
    const socket = handle as DatagramSocket;
    const exited = event(child, 'exit');
    child.send('exit');
    await exited;
    socket.on('message', (_text, { port }) => socket.send('parent', port, '127.0.0.1'));
    const answer = await askByDatagram(socket.address().port, 'a line');
    socket.close();
    return answer;
  };
  const results = await sameAsNode(t, (module) => receive(module, 'datagram', use));
  t.deepEqual(results, ['a datagram socket', 'Socket', 'parent']);
});

testButOnWindows('a native handle from the child', 'one has no number there', async (t) => {
  const use = async (handle: unknown) => {
    const native = handle as { close(): void; fd: number };
    const open = native.fd >= 0;
    native.close();
    return open;
  };
  const results = await sameAsNode(t, (module) => receive(module, 'native', use));
  t.deepEqual(results, ['a native handle', 'TCP', true]);
});
