import { createSocket } from 'node:dgram';
import { readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import { ours } from '../../support/modules';
import { isThere } from '../../support/processes';
import { fixture } from '../../support/program';
import { type ChildProcess, event, SERIALIZATIONS } from './both-modules';

// Each runs with Node's own module below ours, and with the addon (RT_STD_BACKEND=native).
const IS_WINDOWS = process.platform === 'win32';
const IS_NATIVE = process.env.RT_STD_BACKEND === 'native';
if (!IS_WINDOWS) test.skip('channels on Windows (skipped: this is another system)', () => {});

function onWindows(title: string, implementation: (t: ExecutionContext) => Promise<void>, onlyNative = false): void {
  if (IS_WINDOWS && (IS_NATIVE || !onlyNative)) test.serial(title, implementation);
}

/** A child whose program is given. */
function run(program: string, serialization: 'json' | 'advanced' = 'json'): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  return ours.spawn(process.execPath, ['-e', program], { stdio: [...stdio], serialization });
}

/** A frame of libuv. */
function frame(text: string, flags = 1, length = Buffer.byteLength(text)): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(flags, 0);
  head.writeUInt32LE(length, 8);
  return Buffer.concat([head, Buffer.from(text)]);
}

const BAD_BYTES: readonly (readonly [string, Buffer, RegExp])[] = [
  ['a message that is no JSON', Buffer.concat([frame('1\nhel'), frame('lo\n2\n')]), /JSON|token/],
  ['a frame with unknown flags', Buffer.concat([frame('1\n'), frame('2\n', 9)]), /no frame of libuv/],
  ['bytes without a frame', Buffer.concat([frame('1\n'), Buffer.from('{"cmd":"NODE_HANDLE"}\n')]), /no frame of libuv/],
];

for (const [name, bytes, cause] of BAD_BYTES) {
  onWindows(
    `${name}: what came before is delivered, then one error, and the channel is closed`,
    async (t) => {
      const program = `require('fs').writeSync(3, Buffer.from('${bytes.toString('hex')}', 'hex')); setTimeout(() => {}, 60000)`;
      const child = run(program);
      t.teardown(() => child.kill());
      const messages: unknown[] = [];
      child.on('message', (message) => messages.push(message));
      const [error] = (await event(child, 'error')) as [NodeJS.ErrnoException];
      t.is(error.code, 'ERR_IPC_MALFORMED_MESSAGE');
      t.regex(String((error.cause as Error).message), cause);
      if (child.connected) await event(child, 'disconnect');
      t.deepEqual(messages, [1]);
      child.kill();
      await event(child, 'close');
    },
    true,
  );
}

onWindows('a child that ends in the middle of a frame: no error', async (t) => {
  const bytes = Buffer.concat([frame('1\n'), frame('2', 1, 100)]).toString('hex');
  const child = run(`require('fs').writeSync(3, Buffer.from('${bytes}', 'hex')); process.exit(4)`);
  const events: unknown[] = [];
  for (const name of ['message', 'disconnect', 'exit', 'error']) {
    child.on(name, (value: unknown) => events.push(`${name} ${value}`));
  }
  await event(child, 'close');
  t.deepEqual([...events].sort(), ['disconnect undefined', 'exit 4', 'message 1']);
  if (IS_NATIVE) t.is(events[0], 'message 1');
});

for (const serialization of SERIALIZATIONS) {
  onWindows(`a child that does not read for a while gets everything in order (${serialization})`, async (t) => {
    const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);';
    const count = `let n = 0; process.on('message', (m) => { if (m.n === n) n++; if (m.n < 0) process.send(n); });`;
    const child = run(wait + count, serialization);
    const text = 'x'.repeat(10_000);
    const called: number[] = [];
    let refused = 0;
    for (let n = 0; n < 200; n++) {
      const accepted = child.send({ n, text }, (error) => {
        if (error === null) called.push(n);
      });
      if (!accepted) refused++;
    }
    child.send({ n: -1 });
    t.deepEqual((await event(child, 'message'))[0], 200);
    t.deepEqual(called, [...Array(200).keys()]);
    t.true(refused > 0);
    child.disconnect();
    await event(child, 'close');
  });
}

onWindows('a child that is killed while messages wait: each callback is called once, then close', async (t) => {
  const child = run('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60000)');
  const errors: unknown[] = [];
  for (let n = 0; n < 50; n++) {
    child.send('x'.repeat(10_000), (error) => errors.push((error as NodeJS.ErrnoException | null)?.code));
  }
  child.kill();
  await event(child, 'close');
  t.is(errors.length, 50);
  if (IS_NATIVE) t.is(errors[49], 'EPIPE');
});

onWindows('what a program sends before it exits arrives', async (t) => {
  const file = join(tmpdir(), `rt-std-last-words-${process.pid}`);
  t.teardown(() => rmSync(file, { force: true }));
  const child = `let n = 0; process.on('message', () => n++); process.on('disconnect', () => require('fs').writeFileSync(${JSON.stringify(file)}, String(n)));`;
  const program = `
    const { spawn } = require(${JSON.stringify(require.resolve('rt-std/child_process'))});
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    process.on('exit', () => child.send('in exit'));
    for (let n = 0; n < 40; n++) child.send({ n });
    process.exit(0);`;
  t.is(ours.spawnSync(process.execPath, ['-e', program]).status, 0);
  let count = '';
  for (let tries = 0; count === '' && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    try {
      count = readFileSync(file, 'utf8');
    } catch {
      // Not there yet.
    }
  }
  t.is(count, '41');
});

onWindows('a channel works whatever variables of its names the environment has', async (t) => {
  const program = 'process.send(new Map([[1, process.channel !== undefined]]))';
  for (const name of ['NODE_CHANNEL_FD', 'node_channel_fd', 'NODE_CHANNEL_SERIALIZATION_MODE', 'Rt_Channel_Fd']) {
    const child = ours.spawn(process.execPath, ['-e', program], {
      env: { ...process.env, [name]: name.endsWith('MODE') ? 'json' : '9' },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const messages: unknown[] = [];
    child.on('message', (message) => messages.push(message));
    t.deepEqual(await event(child, 'close'), [0, null], name);
    t.deepEqual(messages, [new Map([[1, true]])], name);
  }
});

onWindows('a worker that is terminated in the middle of its messages', async (t) => {
  const program = `
    const { fork } = require(${JSON.stringify(require.resolve('rt-std/child_process'))});
    const child = fork(${JSON.stringify(fixture('ipc-echo.js'))});
    child.on('message', () => child.send('x'.repeat(1000)));
    child.once('message', () => require('worker_threads').parentPort.postMessage(child.pid));
    for (let n = 0; n < 20; n++) child.send(n);`;
  const worker = new Worker(program, { eval: true });
  const pid = await new Promise<number>((resolve) => worker.once('message', resolve));
  t.is(await worker.terminate(), 1);
  // Its end of the channel is closed, so the child ends.
  for (let tries = 0; tries < 100 && isThere(pid); tries++) await new Promise((resolve) => setTimeout(resolve, 100));
  t.false(isThere(pid));
});

/** Takes a server or a socket, and sends one back. */
const HANDLES = `
  const net = require('net');
  let server;
  process.on('message', (m, handle) => {
    if (m === 'server') { server = handle; handle.on('connection', (s) => s.end('from the child')); process.send('listens'); }
    if (m === 'socket') handle.on('data', (d) => handle.end('child read ' + d)).write('begin ');
    if (m === 'give') {
      const own = net.createServer({ pauseOnConnect: true }, (s) => { process.send('given', s); own.close(); });
      own.listen(0, '127.0.0.1', () => process.send(own.address().port));
    }
    if (m === 'end') { server.close(); process.disconnect(); }
  });`;

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await event(server, 'listening');
  return (server.address() as { port: number }).port;
}

async function allOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await event(socket, 'close');
  return text;
}

for (const serialization of SERIALIZATIONS) {
  onWindows(`servers and sockets go both ways (${serialization})`, async (t) => {
    const child = run(HANDLES, serialization);
    t.teardown(() => child.kill());
    const server = createServer(() => t.fail('the child accepts'));
    const port = await listening(server);
    child.send('server', server);
    t.is((await event(child, 'message'))[0], 'listens');
    server.close();
    t.is(await allOf(connect(port, '127.0.0.1')), 'from the child');

    // Paused, and one that is being read when it leaves.
    for (const pauseOnConnect of [true, false]) {
      const accepting = createServer({ pauseOnConnect }, (socket) => {
        if (!pauseOnConnect) socket.on('data', () => t.fail('the child reads'));
        setTimeout(() => child.send('socket', socket), 50);
        accepting.close();
      });
      const client = connect(await listening(accepting), '127.0.0.1');
      client.once('data', () => client.write('hello'));
      t.is(await allOf(client), 'begin child read hello');
    }

    child.send('give');
    const [given] = (await event(child, 'message')) as [number];
    const client = connect(given, '127.0.0.1');
    const [message, socket] = (await event(child, 'message')) as [string, Socket];
    t.is(message, 'given');
    socket.end('from the parent');
    socket.resume();
    t.is(await allOf(client), 'from the parent');
    child.send('end');
    t.deepEqual(await event(child, 'close'), [0, null]);
  });
}

onWindows('a datagram socket cannot be sent: the callback says so, and the channel goes on', async (t) => {
  const child = ours.fork(fixture('ipc-echo.js'));
  t.teardown(() => child.kill());
  const socket = createSocket('udp4');
  const error = await new Promise<Error | null>((resolve) => child.send('datagrams', socket as never, resolve));
  t.is((error as NodeJS.ErrnoException).code, 'ENOTSUP');
  socket.close();
  child.send('after');
  t.is((await event(child, 'message'))[0], 'after');
  child.disconnect();
  await event(child, 'close');
});
