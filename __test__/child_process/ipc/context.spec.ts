import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { fixture } from '../../support/program';
import { comesToSame } from '../../support/same-as-node';
import { MODULE_NAMES, SERIALIZATIONS } from './both-modules';

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

/**
 * How many asynchronous resources of each type are made and destroyed by a fork that sends and
 * receives messages.
 */
const COUNT_RESOURCES = `
  const made = {};
  const destroyed = {};
  const types = new Map();
  require('node:async_hooks').createHook({
    init(id, type) {
      types.set(id, type);
      made[type] = (made[type] ?? 0) + 1;
    },
    destroy(id) {
      const type = types.get(id);
      destroyed[type] = (destroyed[type] ?? 0) + 1;
    },
  }).enable();
  const [module, file, serialization] = process.argv.slice(1);
  const child = require(module).fork(file, { serialization, execArgv: [] });
  let count = 0;
  child.on('message', () => {
    count += 1;
    if (count === 4) child.send('disconnect');
  });
  // On a busy machine the child would have read all but the last one by then.
  const stopped = process.platform !== 'win32' && child.kill('SIGSTOP');
  for (const length of [1, 1, 300_000, 300_000]) child.send('x'.repeat(length), () => {});
  if (stopped) child.kill('SIGCONT');
  // Nothing is collected meanwhile that would be destroyed by that.
  child.on('close', () => setTimeout(() => console.log(JSON.stringify({ made, destroyed })), 50));
`;

for (const serialization of SERIALIZATIONS) {
  test(`async_hooks see when a child and its channel are destroyed, as with Node (${serialization})`, async (t) => {
    for (const [module, types] of [
      [MODULE_NAMES.node, ['PROCESSWRAP', 'PIPEWRAP']],
      [MODULE_NAMES.ours, ['PROCESSWRAP', 'CHILDPROCESSCHANNEL', 'CHANNELWRITE']],
    ] as const) {
      const args = ['-e', COUNT_RESOURCES, module, fixture('ipc-echo.js'), serialization];
      const { stdout } = await run(process.execPath, args);
      const { made, destroyed } = JSON.parse(stdout) as Record<'made' | 'destroyed', Record<string, number>>;
      for (const type of types) {
        t.true((made[type] ?? 0) > 0, `${module} makes ${type}`);
        t.is(destroyed[type], made[type], `${module} destroys ${type}`);
      }
    }
  });
}
