import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { ours, theirs } from '../../support/modules';
import { fixture } from '../../support/program';
import { recordUntilClose } from '../../support/recorder';
import { event } from './both-modules';
import { buildExamples } from './rust-example';

const programs = buildExamples('rt-ipc');
const child = programs.get('child') ?? '';
const parent = programs.get('parent') ?? '';

test('a Rust program finds its channel and exchanges JSON', async (t) => {
  const rust = ours.fork('', [], { execPath: child, execArgv: [] });
  const closed = recordUntilClose(rust);
  await event(rust, 'message');
  for (const message of [{ number: 21 }, { number: -0.25 }, { text: 'ä\n\u{1f600}' }]) {
    rust.send(message);
    await event(rust, 'message');
  }
  rust.disconnect();
  t.deepEqual(await closed, [
    ['spawn'],
    ['message', { ready: true }],
    ['message', { doubled: 42 }],
    ['message', { doubled: -0.5 }],
    ['message', { refused: { text: 'ä\n\u{1f600}' } }],
    ['disconnect'],
    ['exit', 0, null],
    ['close', 0, null],
  ]);
});

test('a Rust program hands bytes of the advanced serialization back', async (t) => {
  const rust = ours.fork('', [], { execPath: child, execArgv: [], serialization: 'advanced' });
  const closed = event(rust, 'close');
  const value = new Map<unknown, unknown>([
    ['big', 2n ** 70n],
    ['bytes', new Uint8Array(200_000).fill(7)],
  ]);
  rust.send(value);
  const [received] = await event(rust, 'message');
  t.deepEqual(received, value);
  rust.disconnect();
  t.deepEqual(await closed, [0, null]);
});

test('a Rust program at another descriptor than 3', async (t) => {
  const rust = ours.spawn(child, [], { stdio: ['ignore', 'ignore', 'inherit', 'ignore', 'ignore', 'ipc'] });
  const [message] = await event(rust, 'message');
  t.deepEqual(message, { ready: true });
  rust.disconnect();
  t.deepEqual(await event(rust, 'close'), [0, null]);
});

for (const serialization of ['json', 'advanced'] as const) {
  test(`a Rust child of an unmodified Node finds its channel: ${serialization}`, async (t) => {
    const stdio = ['ignore', 'ignore', 'inherit', 'ignore', 'ipc'] as const;
    const spawned = theirs.spawn(child, [], { stdio: [...stdio], serialization });
    const ended = event(spawned, 'exit');
    if (serialization === 'json') t.deepEqual(await event(spawned, 'message'), [{ ready: true }, undefined]);
    spawned.send({ number: 21 });
    const [answer] = await event(spawned, 'message');
    t.deepEqual(answer, serialization === 'json' ? { doubled: 42 } : { number: 21 });
    spawned.disconnect();
    t.deepEqual(await ended, [0, null]);
  });
}

test('a Rust child of an unmodified Node, whose own parent is rt-std, finds its channel', async (t) => {
  const node = ours.fork(fixture('ipc-fork-program.js'), [child]);
  const closed = event(node, 'close');
  const [outcome] = await event(node, 'message');
  t.deepEqual(outcome, { ready: true });
  t.deepEqual(await closed, [0, null]);
});

test('messages with a handle that no Rust value can hold are answered, so that the channel of a Node goes on', async (t) => {
  const rust = theirs.fork('', [], {
    execPath: programs.get('http_child') ?? '',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const server = createServer(() => t.fail('nobody accepts here any more')).listen(0, '127.0.0.1');
  await event(server, 'listening');
  let deep: unknown[] = [];
  for (let depth = 0; depth < 200; depth++) deep = [deep];
  for (const message of ['\ud800', deep, 'serve']) {
    await new Promise((resolve) => rust.send(message as string, server, resolve));
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  const [response] = await event(get({ port, host: '127.0.0.1', agent: false }), 'response');
  t.is(await text(response as IncomingMessage), 'Hello from Rust\n');
  const ended = event(rust, 'exit');
  rust.disconnect();
  t.deepEqual(await ended, [0, null]);
});

test('a Rust program refuses the channel of another process, inherited through a Node in between', async (t) => {
  const node = ours.fork(fixture('ipc-run.js'), [child]);
  const [outcome] = await event(node, 'message');
  const { status, stderr } = outcome as { status: number; stderr: string };
  t.is(status, 1);
  t.regex(stderr, new RegExp(`belongs to a child of process ${process.pid}, and the parent of this process is \\d+`));
});

test('a Rust program without a channel says so', (t) => {
  const { status, stderr } = theirs.spawnSync(child, [], { encoding: 'utf8', env: {} });
  t.is(status, 1);
  t.regex(String(stderr), /started without a channel: neither RT_CHANNEL_FD nor NODE_CHANNEL_FD is set/);
});

test('a Rust parent exchanges messages with an unmodified Node', (t) => {
  const { stdout, stderr, status } = theirs.spawnSync(parent, [process.execPath], { encoding: 'utf8' });
  t.deepEqual([stdout, stderr, status], ['{"greeting":"Hello, Node!"}\nexit status: 0\n', '', 0]);
});

test('a Rust parent on tokio talks to two unmodified Nodes at once', (t) => {
  const program = programs.get('async_parent') ?? '';
  const { stdout, stderr, status } = theirs.spawnSync(program, [process.execPath], { encoding: 'utf8' });
  const squares = Array.from({ length: 100 }, (_, id) => id * id);
  const sum = squares.reduce((all, square) => all + square);
  t.deepEqual([stdout, stderr, status], [`a child has answered 100 questions, in sum ${sum}\n`.repeat(2), '', 0]);
});

test('a Rust child on tokio works on many messages at once', async (t) => {
  const rust = ours.fork('', [], { execPath: programs.get('async_child') ?? '', execArgv: [] });
  const closed = recordUntilClose(rust);
  for (const milliseconds of [600_000, 1, 700_000]) rust.send({ milliseconds });
  await event(rust, 'message');
  rust.disconnect();
  t.deepEqual(await closed, [
    ['spawn'],
    ['message', { slept: 1 }],
    ['disconnect'],
    ['exit', 0, null],
    ['close', 0, null],
  ]);
});

test('a Rust program answers HTTP on the server that is sent to it', async (t) => {
  const rust = ours.fork('', [], { execPath: programs.get('http_child') ?? '', execArgv: [] });
  const server = createServer(() => t.fail('nobody accepts here any more')).listen(0, '127.0.0.1');
  await event(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => rust.send('serve', server, resolve));
  server.close();
  for (let count = 0; count < 3; count++) {
    const [response] = await event(get({ port, host: '127.0.0.1', agent: false }), 'response');
    t.is(await text(response as IncomingMessage), 'Hello from Rust\n');
  }
  const closed = event(rust, 'close');
  rust.disconnect();
  t.deepEqual(await closed, [0, null]);
});
