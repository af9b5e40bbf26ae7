import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { serialize } from 'node:v8';
import test, { type ExecutionContext } from 'ava';
import { testButOnWindows } from '../../../support/portable';
import { recordUntilClose } from '../../../support/recorder';
import { event, MODULE_NAMES } from '../both-modules';
import { rawPeer, writesRaw } from '../raw-peer';
import { ask, listen } from './connections';

/** What comes last on the channel: it shows that the parent has read all before it and goes on. */
const LAST = 'still there';

function advanced(message: unknown): Buffer {
  const payload = serialize(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}

const json = (text: string) => Buffer.from(`${text}\n`);

/** The messages that a program gets of these frames. */
async function received(frames: readonly Buffer[], serialization: 'json' | 'advanced'): Promise<unknown[]> {
  const last = serialization === 'json' ? json(JSON.stringify(LAST)) : advanced(LAST);
  const child = writesRaw(Buffer.concat([...frames, last]), serialization);
  child.on('message', (message) => message === LAST && child.disconnect());
  const events = await recordUntilClose(child);
  return events.filter(([name]) => name === 'message' || name === 'error').map(([name, value]) => [name, value]);
}

/** Nothing of what the peer has sent but the last message is the program's. */
async function isHarmless(t: ExecutionContext, frames: readonly Buffer[], format: 'json' | 'advanced'): Promise<void> {
  t.deepEqual(await received(frames, format), [['message', LAST]]);
}

const COMMANDS = ['NODE_X', 'NODE_SOCKET_GET_COUNT', 'NODE_SOCKET_NOTIFY_CLOSE', 'NODE_SOCKET_COUNT', 'NODE_HANDLE'];
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

for (const command of COMMANDS) {
  test(`the key of ${command} may be anything`, async (t) => {
    const keys = ['{"toString":1,"valueOf":1}', '{"__proto__":null}', DEEP, '1', 'null', '[]'];
    const frames = keys.map((key) => json(`{"cmd":"${command}","type":"net.Socket","key":${key}}`));
    await isHarmless(t, frames, 'json');
  });
}

test('a message that contains itself as the message of a handle does not hang the reader', async (t) => {
  const cycle: Record<string, unknown> = { cmd: 'NODE_HANDLE', type: 'net.Native' };
  cycle.msg = cycle;
  const pair: Record<string, unknown> = { cmd: 'NODE_HANDLE', type: 'net.Server', resendable: true };
  pair.msg = { cmd: 'NODE_HANDLE', msg: pair };
  await isHarmless(t, [advanced(cycle), advanced(pair)], 'advanced');
});

test('many messages of handles within each other are refused', async (t) => {
  const depth = 100_000;
  const text = `${'{"cmd":"NODE_HANDLE","type":"net.Native","msg":'.repeat(depth)}1${'}'.repeat(depth)}`;
  await isHarmless(t, [json(text)], 'json');
});

/** A program of its own, which an exception that nobody catches would end, and what it prints. */
function run(script: string): { stdout: string; stderr: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    cwd: __dirname,
    timeout: 60_000,
  });
  return { stdout, stderr, status };
}

test('a count that is no number does not end a server that asks for it', async (t) => {
  for (const count of ['{"toString":1,"valueOf":1}', '"1"', '-1', '[[1]]', 'null']) {
    const child = rawPeer(`
      onFrame(({ cmd, key }) => {
        if (cmd === 'NODE_HANDLE') return write('{"cmd":"NODE_HANDLE_ACK"}\\n');
        if (cmd !== 'NODE_SOCKET_GET_COUNT') return;
        write(\`{"cmd":"NODE_SOCKET_COUNT","count":${count},"key":\${JSON.stringify(key)}}\\n\`);
        write(\`{"cmd":"NODE_SOCKET_COUNT","count":7,"key":\${JSON.stringify(key)}}\\n\`);
      });
      untilDisconnected();
    `);
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      child.send('a socket', socket);
      server.getConnections((error, total) => {
        t.deepEqual([error, total], [null, 7]);
        child.disconnect();
      });
    });
    const answer = ask(await listen(server), 'a line');
    await event(child, 'close');
    await answer.catch(() => {});
    server.close();
  }
});

testButOnWindows('answers that a peer does not read are bounded', 'Node always reads its channel there', async (t) => {
  const { stdout, status, stderr } = run(`
    const { spawn } = require('${MODULE_NAMES.ours}');
    const child = spawn(process.execPath, ['-e', \`
      const { writeSync } = require('node:fs');
      const frames = Buffer.from('{"cmd":"NODE_HANDLE","type":"net.Socket"}\\\\n'.repeat(10000));
      for (let round = 0; round < 30; round++) writeAll(frames);
      writeAll(Buffer.from('"last"\\\\n'));
      setInterval(() => {}, 1000);
      function writeAll(bytes) {
        for (let start = 0; start < bytes.length; ) {
          try { start += writeSync(3, bytes, start); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
        }
      }
    \`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, NODE_CHANNEL_FD: '' } });
    let sent = 0;
    const send = child._send;
    child._send = function (...values) { sent += 1; return send.apply(this, values); };
    child.on('message', () => {
      console.log(sent < 20000 ? 'bounded' : sent);
      child.kill('SIGKILL');
    });
  `);
  t.deepEqual([stdout, status], ['bounded\n', 0], stderr);
});

testButOnWindows(
  'a pipe that cannot be read, sent as a socket, is refused; the program goes on',
  'pipes cannot be sent there',
  async (t) => {
    const { stdout, stderr, status } = run(`
    const { spawn } = require('${MODULE_NAMES.ours}');
    const child = spawn(process.execPath, ['-e', \`
      const { Socket } = require('node:net');
      const { openSync } = require('node:fs');
      const { execSync } = require('node:child_process');
      const path = require('node:os').tmpdir() + '/rt-std-fifo-' + process.pid;
      execSync('mkfifo ' + path);
      const reader = openSync(path, 'r+');
      const pipe = new Socket({ fd: openSync(path, 'w'), readable: false, writable: true });
      require('node:fs').unlinkSync(path);
      process.on('message', () => {});
      process.send('a pipe', pipe, { keepOpen: true });
      process.send('behind it');
    \`], { stdio: ['ignore', 'inherit', 'ignore', 'ipc'] });
    child.on('message', (message, handle) => {
      console.log(message, handle === undefined);
      if (message === 'behind it') child.disconnect();
    });
  `);
    t.deepEqual([stdout, status], ['behind it true\n', 0], stderr);
  },
);

testButOnWindows(
  'a datagram socket whose type is an object becomes no socket',
  'such sockets cannot be sent there',
  async (t) => {
    const { stdout, stderr, status } = run(`
    const { spawn } = require('${MODULE_NAMES.ours}');
    const child = spawn(process.execPath, ['-e', \`
      const socket = require('node:dgram').createSocket('udp4');
      socket.bind(0, '127.0.0.1', () => {
        socket.type = { type: 'udp4', signal: AbortSignal.abort() };
        process.send('a datagram socket', socket);
        process.on('message', () => process.exit());
      });
    \`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (message, handle) => {
      console.log(message, handle === undefined);
      child.send('end');
    });
  `);
    t.deepEqual([stdout, status], ['a datagram socket true\n', 0], stderr);
  },
);

test('a socket whose server has an object for its key arrives', async (t) => {
  const { stdout, stderr, status } = run(`
    const { spawn } = require('${MODULE_NAMES.ours}');
    const child = spawn(process.execPath, ['-e', \`
      const { connect, createServer } = require('node:net');
      const server = createServer((socket) => {
        // A text here, and an object that is no text over there.
        server._connectionKey = { toString: () => 'key', toJSON: () => ({ toString: 1, valueOf: 1 }) };
        process.send('a socket', socket);
        process.on('message', () => process.exit());
      });
      server.listen(0, '127.0.0.1', () => connect(server.address().port, '127.0.0.1'));
    \`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (message, socket) => {
      console.log(message, socket.remoteAddress);
      socket.destroy();
      child.send('end');
    });
  `);
  t.deepEqual([stdout, status], ['a socket 127.0.0.1\n', 0], stderr);
});
