import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import test from 'ava';
import { ours } from '../../support/modules';
import { writes } from '../../support/portable';
import { fixture } from '../../support/program';
import { type ChildProcess, event } from './both-modules';

/** A conversation of one message at a time, in which both ends answer at once. */
async function converse(child: ChildProcess, messages: number): Promise<void> {
  for (let index = 0; index < messages; index++) {
    child.send(index);
    await event(child, 'message');
  }
}

test.serial('after a conversation the event loop sleeps again', async (t) => {
  const child = ours.fork(fixture('ipc-echo.js'));
  await converse(child, 500);
  const before = process.cpuUsage();
  await delay(1000);
  const { user, system } = process.cpuUsage(before);
  t.true(user + system < 500_000, `${user + system} µs`);
  child.disconnect();
  await event(child, 'close');
});

test('a conversation does not keep the process alive', async (t) => {
  const program = `
    const child = require('rt-std/child_process').fork(${JSON.stringify(fixture('ipc-echo.js'))}, { execArgv: [] });
    child.on('message', (index) => {
      if (index < 200) {
        child.send(index + 1);
      } else if (index === 200) {
        child.send('unanswered');
        child.channel.unref();
        child.unref();
        process.on('exit', () => { console.log('ended'); child.kill('SIGKILL'); });
      }
    });
    child.send(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: __dirname });
  t.is(stdout, 'ended\n');
});

test('timers and other events have their turn in a conversation', async (t) => {
  const child = ours.fork(fixture('ipc-echo.js'));
  const other = ours.spawn(...writes('output'));
  const output = event(other.stdout as NonNullable<typeof other.stdout>, 'data').then(() => 'output');
  const timer = delay(20, 'timer');
  let isOver = false;
  const conversation = (async () => {
    while (!isOver) await converse(child, 1);
  })();
  t.deepEqual(await Promise.all([timer, output]), ['timer', 'output']);
  isOver = true;
  await conversation;
  child.disconnect();
  await event(child, 'close');
});
