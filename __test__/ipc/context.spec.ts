import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { comesToSame } from '../support/same-as-node';
import { fixture, MODULE_NAMES } from './both-modules';

const run = promisify(execFile);

test('contexts, ticks, microtasks and exceptions of handlers are those of Node', async (t) => {
  const outputOf = async (module: string) => {
    const { stdout } = await run(process.execPath, [fixture('ipc-context.js'), module]);
    return JSON.parse(stdout) as { events: unknown[][]; ticks: unknown[][]; microtasks: unknown[][] };
  };
  const seen = await outputOf(MODULE_NAMES.ours);
  await comesToSame(t, seen, () => outputOf(MODULE_NAMES.node));
  const uncaught = seen.events.filter(([name]) => name === 'uncaught');
  t.deepEqual(uncaught, [['uncaught', 'thrown at 2']], 'an exception is seen once');
  t.true(
    seen.events.some(([name, message]) => name === 'message' && message === 3),
    'and the message behind it is delivered',
  );
});
