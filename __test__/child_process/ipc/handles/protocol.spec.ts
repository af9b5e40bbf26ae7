import { createServer, type Server, type Socket } from 'node:net';
import test from 'ava';
import { ours } from '../../../support/modules';
import { testOwnChannel } from '../../../support/own-channel';
import { testButOnWindows } from '../../../support/portable';
import { fixture } from '../../../support/program';
import { BROKEN_PIPE, describeError, recordUntilClose } from '../../../support/recorder';
import { sameAsNode } from '../../../support/same-as-node';
import { event, MODULE_NAMES } from '../both-modules';
import { rawPeer } from '../raw-peer';
import { ask, listen } from './connections';

async function listening(): Promise<Server> {
  const server = createServer();
  await listen(server);
  return server;
}

test('what is sent behind a handle waits for its answer, in order; callbacks and results are as in Node', async (t) => {
  const results = await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('handle-answer.js'));
    const server = await listening();
    const log: unknown[] = [];
    const note = (name: string) => (error: Error | null) => log.push([name, error]);
    log.push(child.send('first', note('first')));
    log.push(child.send('a server', server, note('a server')));
    log.push(child.send('second', note('second')));
    log.push(child.send('the server again', server, note('the server again')));
    log.push(child.send('third', note('third')));
    const messages: unknown[] = [];
    child.on('message', (message) => {
      messages.push(message);
      if (messages.length === 5) child.send('close');
    });
    await event(child, 'close');
    server.close();
    return [log, messages];
  });
  t.deepEqual(results[0]?.slice(0, 5), [true, true, true, false, false]);
  t.is(results[1]?.length, 6);
});

testOwnChannel(
  'a handle that is refused is sent three times more; then comes a warning, and what waited',
  async (t) => {
    const child = rawPeer(`
      let attempts = 0;
      onFrame((frame) => {
        if (attempts++ < 4) return write('{"cmd":"NODE_HANDLE_NACK"}\\n');
        write(JSON.stringify({ behind: frame }) + '\\n');
        process.exit();
      });
    `);
    const server = await listening();
    const warned = event(process, 'warning');
    const received = recordUntilClose(child);
    child.send('with a server', server);
    child.send('behind it');
    const [warning] = (await warned) as [Error];
    t.is(warning.name, 'SentHandleNotReceivedWarning');
    const events = await received;
    t.deepEqual(
      events.filter(([name]) => name === 'message'),
      [['message', { behind: 'behind it' }]],
    );
    server.close();
  },
);

test('a socket that is refused once arrives with the second attempt', async (t) => {
  const child = rawPeer(`
    process.once('internalMessage', (_, handle) => {
      handle.close();
      write('{"cmd":"NODE_HANDLE_NACK"}\\n');
      for (const listener of nodes) process.on('internalMessage', listener);
      require(${JSON.stringify(fixture('handle-answer.js'))});
    });
    process.channel.ref();
  `);
  const server = createServer({ pauseOnConnect: true }, (socket) => child.send('a socket', socket));
  const port = await listen(server);
  const reported = event(child, 'message');
  t.is(await ask(port, 'a line'), 'child got a line');
  t.deepEqual((await reported)[0], { message: 'a socket', type: 'Socket' });
  server.close();
  child.send('close');
  await event(child, 'close');
});

test('answers to handles that were not sent do nothing', async (t) => {
  const child = rawPeer(`
    for (const answer of ['ACK', 'NACK']) write(\`{"cmd":"NODE_HANDLE_\${answer}"}\\n\`);
    write('"still there"\\n');
  `);
  const events = await recordUntilClose(child);
  t.deepEqual(
    events.filter(([name]) => name === 'message' || name === 'error'),
    [['message', 'still there']],
  );
});

test('a handle that is announced and does not come is asked for again, and its message is not given to the program', async (t) => {
  const child = rawPeer(`
    write('{"cmd":"NODE_HANDLE","type":"net.Socket","msg":"lost"}\\n');
    onFrame((answer) => {
      write(JSON.stringify(answer) + '\\n');
      process.exit();
    });
  `);
  const events = await recordUntilClose(child);
  t.deepEqual(
    events.filter(([name]) => name === 'message'),
    [],
  );
  t.deepEqual(
    events.filter(([name]) => name === 'internalMessage').map(([, message]) => (message as { cmd: string }).cmd),
    ['NODE_HANDLE', 'NODE_HANDLE_NACK'],
  );
});

test('disconnect() waits until the handle on its way has arrived', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('handle-answer.js'));
    const server = await listening();
    await new Promise((resolve) => child.send('hello', resolve));
    const reported: unknown[] = [];
    child.on('message', (message) => reported.push(message));
    child.send('a server', server);
    child.send('behind it');
    child.disconnect();
    await event(child, 'disconnect');
    server.close();
    child.kill();
    return [child.connected, child.channel ?? 'gone'];
  });
});

test('the receiver dies with a handle on its way: the copy is closed, callbacks get an error, the channel ends', async (t) => {
  const child = rawPeer('onFrame(() => process.exit());');
  const answered: (Error | null)[] = [];
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    child.send('a socket', socket);
    child.send('behind it', (error) => answered.push(error));
  });
  const disconnected = event(child, 'disconnect');
  const closed = event(child, 'close');
  // Nobody has the connection any more. What it had been sent was not read, so it ends with a reset
  // or without.
  t.true(['', 'ECONNRESET'].includes(await ask(await listen(server), 'a line').catch((error) => error.code)));
  await disconnected;
  await closed;
  t.deepEqual(answered.map(describeError), [BROKEN_PIPE]);
  t.is((child as unknown as { _handleQueue: unknown })._handleQueue, null);
  server.close();
});

testButOnWindows(
  'a handle that nobody listened for is closed with the channel',
  'a handle has no number there',
  async (t) => {
    const child = ours.fork(fixture('handle-send.js'));
    const arrived = new Promise<{ fd: number }>((resolve) => {
      child.on('internalMessage', ({ cmd }, handle) => {
        if (cmd === 'NODE_HANDLE') resolve(handle);
      });
    });
    child.send('native');
    const handle = await arrived;
    t.true(handle.fd >= 0);
    const disconnected = event(child, 'disconnect');
    child.send('exit');
    await disconnected;
    t.true(handle.fd < 0);
  },
);

testOwnChannel('what cannot be sent is refused at the call', async (t) => {
  const tls = require('node:tls') as typeof import('node:tls');
  const child = ours.fork(fixture('ipc-echo.js'));
  const server = await listening();
  const { connect } = require('node:net') as typeof import('node:net');
  const raw = connect((server.address() as { port: number }).port, '127.0.0.1');
  await event(raw, 'connect');
  const encrypted = tls.connect({ socket: raw }).on('error', () => {});
  for (const handle of [
    {},
    'text',
    5,
    true,
    () => {},
    Object.create(null),
    { fd: 1, open() {}, close() {} },
    encrypted,
  ]) {
    // A function in this place is the callback.
    if (typeof handle === 'function') continue;
    t.throws(() => child.send('message', handle as Socket), {
      instanceOf: TypeError,
      code: 'ERR_INVALID_HANDLE_TYPE',
      message: 'This handle type cannot be sent',
    });
  }
  encrypted.destroy();
  server.close();
  child.disconnect();
  await event(child, 'close');
});

testButOnWindows(
  'with no free descriptor in this process, no message from the child is lost',
  'there is no such limit there',
  async (t) => {
    const program = fixture('handle-full-table.js');
    const run = (kind: string) =>
      new Promise<string>((resolve) => {
        const command = `ulimit -n 60; exec "${process.execPath}" "${program}" "${require.resolve(MODULE_NAMES.ours)}" ${kind}`;
        ours.execFile('sh', ['-c', command], (_error, stdout) => resolve(stdout));
      });
    t.is(await run('socket'), 'EMFILE\nlost\ncame\n["a socket","Socket"]\n');
    // Node sends a server only once.
    t.is(await run('server'), 'EMFILE\nlost\n["a server","none"]\n');
  },
);
