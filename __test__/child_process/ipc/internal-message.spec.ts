import test from 'ava';
import { ours } from '../../support/modules';
import { fixture } from '../../support/program';
import { recordUntilClose } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';
import { event } from './both-modules';

test("a cmd that begins with RT_ or NODE_ is for 'internalMessage' only", async (t) => {
  const events = await recordUntilClose(ours.fork(fixture('ipc-reserved.js')));
  t.deepEqual(events.slice(1, 5), [
    ['internalMessage', { cmd: 'NODE_SOMETHING' }],
    ['internalMessage', { cmd: 'RT_SOMETHING' }],
    ['message', { cmd: 'NODE_' }],
    ['message', { cmd: 'OTHER_SOMETHING' }],
  ]);
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
