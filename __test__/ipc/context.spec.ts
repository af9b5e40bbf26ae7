import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { fixture, MODULE_NAMES } from './both-modules';

const run = promisify(execFile);

test('contexts, ticks, microtasks and exceptions of handlers are those of Node', async (t) => {
  const [expected, seen] = await Promise.all(
    [MODULE_NAMES.node, MODULE_NAMES.ours].map(async (module) => {
      const { stdout } = await run(process.execPath, [fixture('ipc-context.js'), module]);
      return JSON.parse(stdout) as { events: unknown[][]; ticks: unknown[][]; microtasks: unknown[][] };
    }),
  );
  t.deepEqual(seen, expected);
  const uncaught = seen?.events.filter(([name]) => name === 'uncaught');
  t.deepEqual(uncaught, [['uncaught', 'thrown at 2']], 'an exception is seen once');
  t.true(
    seen?.events.some(([name, message]) => name === 'message' && message === 3),
    'and the message behind it is delivered',
  );
});
