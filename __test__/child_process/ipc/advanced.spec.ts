import { deepStrictEqual } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { ours } from '../../support/modules';
import { fixture } from '../../support/program';
import { thrownBy } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';
import { event, sameEventsAsNode } from './both-modules';
import { OVERRIDE } from './own-channel-pairs';

const { valuesOfEachKind } = require(fixture('ipc-values.js')) as { valuesOfEachKind(): Record<string, unknown> };

test('structured cloning carries every kind of value to an unmodified Node and back', async (t) => {
  const child = ours.fork(fixture('ipc-advanced-values.js'), { serialization: 'advanced' });
  child.send(valuesOfEachKind());
  const [answer] = (await event(child, 'message')) as [{ same: boolean; reason?: string; values: object }];
  t.true(answer.same, answer.reason);
  t.notThrows(() => deepStrictEqual(answer.values, valuesOfEachKind()));
  await event(child, 'close');
});

test('a Buffer stays a Buffer, and keeps its bytes while later messages come', async (t) => {
  const child = ours.fork(fixture('ipc-echo.js'), { serialization: 'advanced' });
  const received: Buffer[] = [];
  child.on('message', (message) => {
    received.push(message as Buffer);
    // A Node that ends the channel itself drops what still waits in it.
    if (received.length === 1000) child.disconnect();
  });
  for (let index = 0; index < 1000; index++) child.send(Buffer.alloc(1000, index));
  await event(child, 'close');
  t.is(received.length, 1000);
  t.true(received.every((buffer, index) => Buffer.isBuffer(buffer) && buffer.equals(Buffer.alloc(1000, index))));
});

test('a host object that cannot be cloned becomes a plain object, as in Node', async (t) => {
  const [received] = (await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'), { serialization: 'advanced' });
    const handle = Object.assign(new MessageChannel().port1, { property: 1 });
    handle.close();
    child.send({ handle });
    const [message] = await event(child, 'message');
    child.disconnect();
    await event(child, 'exit');
    return [Object.keys((message as { handle: object }).handle).includes('property')];
  })) as [boolean];
  t.true(received);
});

for (const [name, message] of [
  ['a function', { value: () => {} }],
  ['a symbol', [Symbol('s')]],
  ['a promise', { value: Promise.resolve() }],
  ['a WeakMap', { value: new WeakMap() }],
] as const) {
  test(`${name} fails as in Node, without harm to the channel`, async (t) => {
    await sameAsNode(t, async ({ fork }) => {
      const child = fork(fixture('ipc-echo.js'), { serialization: 'advanced' });
      const error = thrownBy(() => child.send(message as object));
      child.send('after');
      const received = await event(child, 'message');
      child.disconnect();
      await event(child, 'exit');
      return [error, received];
    });
  });
}

test('the sequence of events is that of Node', async (t) => {
  const events = await sameEventsAsNode(t, ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'), { serialization: 'advanced' });
    child.send(new Set([1]));
    child.once('message', () => child.send('disconnect'));
    return child;
  });
  const names = events.map(([name]) => name);
  t.deepEqual(names, ['spawn', 'message', 'disconnect', 'exit', 'close']);
});

test('what was received is not overwritten by what comes later', async (t) => {
  const child = ours.fork(fixture('ipc-echo.js'), { serialization: 'advanced', execArgv: OVERRIDE });
  const sent = Array.from({ length: 400 }, (_, index) => ({
    bytes: Buffer.alloc(1 + ((index * 37) % 5000), index),
    numbers: new Float64Array(index % 50).fill(index),
    buffer: new Uint8Array(300).fill(index).buffer,
    text: String.fromCharCode(97 + (index % 26)).repeat((index * 91) % 9000),
  }));
  const received: unknown[] = [];
  for (const message of sent) {
    child.send(message);
    child.send({ text: message.text, index: received.length });
  }
  await new Promise<void>((resolve) => {
    child.on('message', (message: { index?: number }) => {
      if (message.index === undefined) received.push(message);
      if (received.length === sent.length) resolve();
    });
  });
  child.disconnect();
  t.true(isDeepStrictEqual(received, sent));
});
