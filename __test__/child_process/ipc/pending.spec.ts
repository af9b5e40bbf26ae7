import { type ChildProcess, execFile } from 'node:child_process';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import test from 'ava';
import { ours } from '../../support/modules';
import { fixture } from '../../support/program';
import { sameAsNode } from '../../support/same-as-node';
import { event } from './both-modules';

/** Resolves when so many messages wait for a listener, in either module's channel. */
async function kept(child: ChildProcess, count: number): Promise<void> {
  const channel = child.channel as unknown as Record<string | symbol, readonly unknown[] | undefined>;
  const symbol = Object.getOwnPropertySymbols(channel).find(({ description }) => description === 'kPendingMessages');
  const waiting = (name: string | symbol | undefined) => (name === undefined ? 0 : (channel[name]?.length ?? 0));
  // Where Node's own module starts our children, its channel has both.
  while (waiting('pendingMessages') < count && waiting(symbol) < count) await delay(5);
}

test('messages that come before anyone listens are kept, in order, as in Node', async (t) => {
  const received = await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    for (let index = 0; index < 100; index++) child.send(index);
    await kept(child, 100);
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
    await kept(child, 1);
    child.on('error', () => {});
    await immediate();
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
    await immediate();
    return messages;
  });
});

test('the first message that was kept comes in the tick after on(), as in Node', async (t) => {
  const seen = await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-idle.js'));
    await kept(child, 1);
    const seen: unknown[] = [];
    process.nextTick(() => seen.push('tick before'));
    child.on('message', (message) => seen.push(message));
    process.nextTick(() => seen.push('tick after'));
    seen.push('call');
    await immediate();
    child.disconnect();
    await event(child, 'exit');
    return seen;
  });
  t.deepEqual(seen, ['call', 'tick before', 'ready', 'tick after']);
});

test('what once() leaves waits for the next listener', async (t) => {
  const child = ours.fork(fixture('ipc-echo.js'));
  for (let index = 0; index < 5; index++) child.send(index);
  await kept(child, 5);
  const received: unknown[] = [];
  child.once('message', (message) => received.push(message));
  await immediate();
  t.deepEqual(received, [0]);
  for (let index = 1; index < 5; index++) received.push(...(await event(child, 'message')).slice(0, 1));
  t.deepEqual(received, [0, 1, 2, 3, 4]);
  child.disconnect();
  await event(child, 'exit');
});

test('a listener that throws at the first message that was kept gets the others once', async (t) => {
  const program = `
    const child = require('rt-std/child_process').fork(${JSON.stringify(fixture('ipc-echo.js'))}, { execArgv: [] });
    for (const message of ['first', 'second', 'third']) child.send(message);
    process.on('uncaughtException', ({ message }) => console.log('uncaught', message));
    const poll = setInterval(() => {
      if (child.channel.pendingMessages.length < 3) return;
      clearInterval(poll);
      child.on('message', (message) => {
        console.log(message);
        if (message === 'third') child.disconnect();
        if (message === 'first') throw new Error(message);
      });
    }, 5);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: __dirname });
  t.is(stdout, 'first\nuncaught first\nsecond\nthird\n');
});
