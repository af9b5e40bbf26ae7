import test from 'ava';
import { ours } from '../../support/modules';
import { testOwnChannel } from '../../support/own-channel';
import { fixture } from '../../support/program';
import { describeError, recordUntilClose } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';
import { event, sameEventsAsNode } from './both-modules';
import { rawPeer } from './raw-peer';

test('the child ends the channel', async (t) => {
  const events = await sameEventsAsNode(t, ({ fork }) => {
    const child = fork(fixture('ipc-echo.js'));
    child.send('disconnect');
    return child;
  });
  t.deepEqual(events, [['spawn'], ['disconnect'], ['exit', 0, null], ['close', 0, null]]);
});

test('the parent ends the channel: connected is false at once, the event comes in a later tick, the child sees it', async (t) => {
  const steps = await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-idle.js'));
    await event(child, 'message');
    const seen: unknown[] = [child.connected, child.channel == null];
    child.on('disconnect', () => seen.push('disconnect'));
    child.disconnect();
    seen.push(child.connected, child.channel == null, seen.includes('disconnect'));
    seen.push(await event(child, 'exit'));
    return seen;
  });
  t.deepEqual(steps, [true, false, false, true, false, 'disconnect', [3, null]]);
});

test("'close' comes after disconnect() too", async (t) => {
  const child = ours.fork(fixture('ipc-idle.js'));
  await event(child, 'message');
  child.disconnect();
  t.deepEqual(await recordUntilClose(child), [['disconnect'], ['exit', 3, null], ['close', 3, null]]);
});

test('everything that was sent before disconnect() arrives', async (t) => {
  const child = ours.fork(fixture('ipc-count.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const answer = event(child, 'message');
  const padding = 'x'.repeat(1000);
  let sent = 0;
  for (let index = 0; index < 5000; index++) child.send({ index, padding }, (error) => error === null && sent++);
  child.send('end');
  t.deepEqual((await answer)[0], { count: 5000, ordered: true });
  for (let index = 0; index < 5000; index++) child.send({ index, padding }, (error) => error === null && sent++);
  child.disconnect();
  t.false(child.connected);
  await event(child, 'disconnect');
  t.is(sent, 10_000, 'the event waits for what was sent');
  await event(child, 'close');
});

test('disconnect() twice is an error event, as in Node', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-idle.js'));
    await event(child, 'message');
    const errors: unknown[] = [];
    child.on('error', (error) => errors.push(describeError(error)));
    child.disconnect();
    child.disconnect();
    await event(child, 'exit');
    return errors;
  });
});

test('send() after disconnect(): false, and the error in the callback or in an event, as in Node', async (t) => {
  await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-idle.js'));
    await event(child, 'message');
    child.disconnect();
    const error = event(child, 'error');
    const callback = new Promise((resolve) =>
      child.send('with a callback', (failure) => resolve(describeError(failure))),
    );
    const results = [child.send('without'), (await error).map(describeError), await callback];
    await event(child, 'exit');
    return results;
  });
});

testOwnChannel('a message in the middle of which disconnect() is called is delivered before the event', async (t) => {
  const program = `
    write('"first half');
    process.stdout.write('written');
    process.stdin.once('data', () => write(' second half"\\n"next"\\n')).on('end', () => process.exit());`;
  const child = rawPeer(program, { stdin: 'pipe', stdout: 'pipe' });
  child.on('disconnect', () => child.stdin?.end());
  child.stdout?.once('data', () => {
    // The first half was there before the output. The event loop has read it by the end of this
    // turn; a thread, where that reads the channel, some time later.
    setTimeout(() => {
      child.disconnect();
      child.stdin?.write('\n');
    }, 100);
  });
  const events = await recordUntilClose(child);
  t.deepEqual(events.slice(0, 3), [['spawn'], ['message', 'first half second half'], ['disconnect']]);
});

test('a child that disconnects with messages unread, while the parent is busy: its last words come, then the end', async (t) => {
  const events = await sameAsNode(t, async ({ fork }) => {
    const child = fork(fixture('ipc-unread.js'));
    await event(child, 'message');
    const seen: unknown[] = [];
    child.on('message', (message) => seen.push(message));
    for (let index = 0; index < 100; index++) child.send(index, () => {});
    // Until the child has closed its end: both the bytes and the socket's error are there then, in
    // one event.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
    await event(child, 'disconnect');
    seen.push(child.exitCode, child.kill());
    await event(child, 'exit');
    return seen;
  });
  t.deepEqual(events, ['last words', null, true]);
});
