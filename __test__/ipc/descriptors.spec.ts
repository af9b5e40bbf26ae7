import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { event, fixture, ours } from './both-modules';

test('many children, all disconnected, leave no descriptor', async (t) => {
  const count = () => readdirSync('/proc/self/fd').length;
  // The first of all children opens what watches them all.
  await event(ours.spawn('true'), 'close');
  const before = count();
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const child = ours.fork(fixture('ipc-idle.js'));
      await event(child, 'message');
      if (index % 2 === 0) child.disconnect();
      else child.kill();
      await event(child, 'close');
    }),
  );
  await delay(50);
  t.is(count(), before);
});
