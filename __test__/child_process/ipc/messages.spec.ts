import test from 'ava';
import { ours } from '../../support/modules';
import { fixture } from '../../support/program';
import { sameAsNode } from '../../support/same-as-node';
import { event } from './both-modules';

const MESSAGES: readonly unknown[] = [
  'text',
  '',
  'line\nbreak, \u2028, é, 😀, \ud800 alone',
  0,
  -0,
  1.5e300,
  Number.NaN,
  true,
  null,
  [],
  [1, [2, [3]]],
  {},
  { nested: { undefined, text: 'x' }, list: [undefined, null] },
  new Date(0),
  Buffer.from('bytes'),
  new Map([[1, 2]]),
  { __proto__: null, cmd: 'ordinary' },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  '[1',
  '2]',
];

test('a message arrives as in Node, whatever its value', async (t) => {
  const echoes = await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    const received: unknown[] = [];
    child.on('message', (message) => {
      received.push(message);
      if (received.length === MESSAGES.length) child.disconnect();
    });
    for (const message of MESSAGES) child.send(message as object);
    await event(child, 'exit');
    return received;
  });
  t.is(echoes.length, MESSAGES.length);
});

test('one message at a time comes back alone', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    const received: unknown[] = [];
    for (const message of MESSAGES) {
      child.send(message as object);
      received.push(...(await event(child, 'message')));
    }
    child.disconnect();
    await event(child, 'exit');
    return received;
  });
});

test('nesting beyond any stack is carried', async (t) => {
  const depth = 3000;
  const deep = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  const child = ours.fork(fixture('ipc-echo.js'));
  child.send(deep);
  child.send('behind it');
  const [first] = await event(child, 'message');
  t.is(JSON.stringify(first).length, 2 * depth);
  t.is((await event(child, 'message'))[0], 'behind it');
  child.disconnect();
  await event(child, 'close');
});
