import test from 'ava';
import { ours } from '../../support/modules';
import { fixture } from '../../support/program';
import { IS_NODE } from '../../support/same-as-node';
import { event } from './both-modules';

for (const serialization of ['json', 'advanced'] as const) {
  test(`a child of Node exchanges messages with a parent of any runtime (${serialization})`, async (t) => {
    const child = ours.fork(fixture('ipc-echo.js'), {
      execPath: IS_NODE ? process.execPath : 'node',
      execArgv: [],
      serialization,
    });
    t.teardown(() => child.kill());
    const message = { text: 'é😀\u2028', list: [1, null, { nested: 'x'.repeat(300_000) }] };
    child.send(message);
    t.deepEqual((await event(child, 'message'))[0], message);
    child.disconnect();
    t.deepEqual(await event(child, 'close'), [0, null]);
  });
}
