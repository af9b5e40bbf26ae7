import type { ChildProcess } from 'node:child_process';
import test from 'ava';
import { ours } from '../../support/modules';
import { fixture } from '../../support/program';
import { thrownBy } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';
import { event } from './both-modules';

type Send = (...values: unknown[]) => boolean;

const REFUSED: readonly (readonly [string, readonly unknown[]])[] = [
  ['no message', []],
  ['undefined', [undefined]],
  ['a function', [() => {}]],
  ['a symbol', [Symbol('s')]],
  ['a BigInt', [1n]],
  ['a BigInt within', [{ value: 1n }]],
  ['options that are a string', ['message', undefined, 'options']],
  ['options that are null', ['message', undefined, null]],
  ['options that are an array', ['message', undefined, []]],
  ['bad options before a bad message', [undefined, undefined, 1]],
  ['a handle of a wrong type', ['message', {}]],
  ['a handle that is a string', ['message', 'handle']],
  ['a handle behind a bad message', [undefined, {}]],
];

for (const [name, values] of REFUSED) {
  test(`send() refuses ${name} as Node does`, async (t) => {
    await sameAsNode(t, async ({ fork }) => {
      const child = fork(fixture('ipc-idle.js'));
      await event(child, 'message');
      const error = thrownBy(() => (child.send as Send)(...values));
      child.disconnect();
      await event(child, 'exit');
      return error;
    });
  });
}

test('a cycle is a TypeError, and the channel goes on', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const error = thrownBy(() => child.send(cycle));
    child.send('after');
    const received = await event(child, 'message');
    child.disconnect();
    await event(child, 'exit');
    return [error, received];
  });
});

test('a toJSON() that returns nothing is refused: Node sends what its child cannot read', async (t) => {
  const child = ours.fork(fixture('ipc-idle.js'));
  await event(child, 'message');
  t.throws(() => child.send({ toJSON: () => undefined }), { code: 'ERR_INVALID_ARG_TYPE' });
  child.disconnect();
  await event(child, 'exit');
});

const SHAPES: readonly (readonly [string, (child: ChildProcess, callback: (error: unknown) => void) => unknown])[] = [
  ['(message, callback)', (child, callback) => child.send('m', callback)],
  ['(message, undefined, callback)', (child, callback) => (child.send as Send)('m', undefined, callback)],
  ['(message, undefined, undefined, callback)', (child, callback) => child.send('m', undefined, undefined, callback)],
  ['(message, null, {}, callback)', (child, callback) => (child.send as Send)('m', null, {}, callback)],
];

for (const [name, call] of SHAPES) {
  test(`send${name} returns true and calls back with null, later`, async (t) => {
    const results = await sameAsNode(t, async ({ fork }) => {
      const child = fork(fixture('ipc-idle.js'));
      await event(child, 'message');
      const seen: unknown[] = [];
      await new Promise<void>((resolve) => {
        const callback = (error: unknown) => {
          seen.push(['callback', error]);
          resolve();
        };
        seen.push(call(child, callback));
      });
      child.disconnect();
      await event(child, 'exit');
      return seen;
    });
    t.deepEqual(results, [true, ['callback', null]]);
  });
}

test('a callback that is no function is ignored, as in Node', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    const sent = (child.send as Send)('m', undefined, {}, 'no function');
    const received = await event(child, 'message');
    child.disconnect();
    await event(child, 'exit');
    return [sent, received];
  });
});
