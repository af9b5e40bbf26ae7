import test from 'ava';
import { ours } from '../../support/modules';
import { IS_WINDOWS } from '../../support/portable';
import { fixture } from '../../support/program';
import { event, SERIALIZATIONS } from './both-modules';

const MANY = 100_000;

for (const serialization of SERIALIZATIONS) {
  test(`${MANY} messages to the child, sent without waiting: none lost, none reordered (${serialization})`, async (t) => {
    const child = ours.fork(fixture('ipc-count.js'), { serialization });
    let called = 0;
    let inOrder = true;
    let refused = 0;
    // However fast the child would be. On Windows it has not begun yet.
    if (!IS_WINDOWS) child.kill('SIGSTOP');
    for (let index = 0; index < MANY; index++) {
      const accepted = child.send({ index, padding: 'some text' }, (error) => {
        inOrder &&= error === null && called === index;
        called++;
      });
      if (!accepted) refused++;
    }
    child.send('end');
    if (!IS_WINDOWS) child.kill('SIGCONT');
    const [answer] = await event(child, 'message');
    t.deepEqual(answer, { count: MANY, ordered: true });
    t.is(called, MANY);
    t.true(inOrder);
    t.true(refused > 0, 'send answers false while more than the threshold waits');
    t.true(child.send('end'), 'and true again when nothing waits');
    t.deepEqual((await event(child, 'message'))[0], { count: 0, ordered: true });
    child.disconnect();
    await event(child, 'close');
  });

  test(`${MANY} messages from a child that ends after them (${serialization})`, async (t) => {
    const child = ours.fork(fixture('ipc-burst.js'), [String(MANY)], { serialization });
    let count = 0;
    let inOrder = true;
    let countAtExit = 0;
    child.on('message', (message) => {
      inOrder &&= (message as { index: number }).index === count;
      count++;
    });
    child.on('exit', () => {
      countAtExit = count;
    });
    await event(child, 'close');
    t.is(count, MANY);
    t.is(countAtExit, MANY, 'all of them came before the exit');
    t.true(inOrder);
  });

  for (const size of [200_000, 10_000_000]) {
    test(`a message of ${size} bytes both ways, with small ones around it (${serialization})`, async (t) => {
      const child = ours.fork(fixture('ipc-echo.js'), { serialization });
      const text = 'aé😀"\\'.repeat(Math.ceil(size / 9)).slice(0, size);
      const received: unknown[] = [];
      child.on('message', (message) => {
        received.push(message);
        if (received.length === 4) child.disconnect();
      });
      child.send('before');
      child.send({ text });
      child.send(text);
      child.send('after');
      await event(child, 'close');
      t.is(received.length, 4);
      t.true(received[0] === 'before' && received[3] === 'after');
      t.true((received[1] as { text: string }).text === text);
      t.true(received[2] === text);
    });
  }
}

test('1,000,000 messages sent without waiting: memory is what is queued, and the queue drains', async (t) => {
  t.timeout(240_000);
  const many = 1_000_000;
  const child = ours.fork(fixture('ipc-count.js'));
  t.teardown(() => child.kill('SIGKILL'));
  if (!IS_WINDOWS) child.kill('SIGSTOP');
  const before = process.memoryUsage.rss();
  for (let index = 0; index < many; index++) child.send({ index });
  const frame = '{"index":999999}\n'.length;
  // A frame takes its bytes, and eight for where it ends; the rest is for what is garbage by now.
  const most = many * (frame + 8) * 2 + 256 * 1024 ** 2;
  t.true(process.memoryUsage.rss() - before < most);
  child.send('end');
  if (!IS_WINDOWS) child.kill('SIGCONT');
  t.deepEqual((await event(child, 'message'))[0], { count: many, ordered: true });
  child.disconnect();
  await event(child, 'close');
});
