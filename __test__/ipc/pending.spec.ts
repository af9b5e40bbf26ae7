import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { event, fixture, sameAsNode } from './both-modules';

test('messages that come before anyone listens are kept, in order, as in Node', async (t) => {
  const received = await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    for (let index = 0; index < 100; index++) child.send(index);
    await delay(400);
    const messages: unknown[] = [];
    child.on('message', (message) => messages.push(message));
    child.send('disconnect');
    await event(child, 'close');
    return messages;
  });
  t.is(received.length, 100);
});

test('a listener for something else does not let them go, as in Node', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    child.send('kept');
    await delay(300);
    child.on('error', () => {});
    await delay(50);
    const received = await event(child, 'message');
    child.disconnect();
    await event(child, 'exit');
    return received;
  });
});

test('what waits when the channel has ended is gone, as in Node', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-last-words.js'));
    await event(child, 'close');
    const messages: unknown[] = [];
    child.on('message', (message) => messages.push(message));
    await delay(50);
    return messages;
  });
});
