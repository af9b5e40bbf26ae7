import test from 'ava';
import { event, fixture, ours, record, sameAsNode } from './both-modules';

test("a cmd that begins with RT_ or NODE_ is for 'internalMessage' only", async (t) => {
  const events = await record(ours.fork(fixture('ipc-reserved.js')));
  t.deepEqual(events.slice(1, 5), [
    ['internalMessage', { cmd: 'NODE_SOMETHING' }],
    ['internalMessage', { cmd: 'RT_SOMETHING' }],
    ['message', { cmd: 'NODE_' }],
    ['message', { cmd: 'OTHER_SOMETHING' }],
  ]);
});

test('a handle from the child is refused: the message with it is lost, what is behind it arrives, nobody hangs', async (t) => {
  const child = ours.fork(fixture('ipc-handle.js'));
  const received: unknown[] = [];
  child.on('message', (message) => received.push(message));
  await event(child, 'close');
  t.deepEqual(received, ['behind it', { warning: 'SentHandleNotReceivedWarning' }]);
});

test('a handle to the child is refused with an error that says so', async (t) => {
  const { Socket, createServer } = await import('node:net');
  const { createSocket } = await import('node:dgram');
  const child = ours.fork(fixture('ipc-echo.js'));
  const datagrams = createSocket('udp4');
  for (const handle of [new Socket(), createServer(), datagrams]) {
    t.throws(() => child.send('message', handle), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
  }
  datagrams.close();
  child.send('after');
  t.deepEqual(await event(child, 'message'), ['after', undefined]);
  child.disconnect();
  await event(child, 'close');
});

test('send() with a handle that is null sends the message alone, as in Node', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    (child.send as (...values: unknown[]) => boolean)('message', null);
    const received = await event(child, 'message');
    child.disconnect();
    await event(child, 'exit');
    return received;
  });
});
