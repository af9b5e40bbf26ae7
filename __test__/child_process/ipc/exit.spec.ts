import { existsSync, readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { ours } from '../../support/modules';
import { IS_WINDOWS, testButOnWindows } from '../../support/portable';
import { fixture } from '../../support/program';
import { recordUntilClose } from '../../support/recorder';
import { sameAsNode } from '../../support/same-as-node';
import { testWhere } from '../../support/test-where';
import { type ChildProcess, event, sameEventsAsNode } from './both-modules';

const READS_PROC = 'it looks at /proc';

/**
 * Blocks the loop until the child has closed the channel: this process cannot know it yet. A shell
 * keeps a copy of what it closes, under a higher number, for a moment.
 */
function waitUntilClosed(child: ChildProcess): void {
  while (readdirSync(`/proc/${child.pid}/fd`).some((descriptor) => Number(descriptor) > 2)) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

test('the last message before an exit arrives, and before the exit', async (t) => {
  const events = await sameEventsAsNode(t, ({ fork }) => fork(fixture('ipc-last-words.js')));
  t.deepEqual(events, [['spawn'], ['message', 'last words'], ['disconnect'], ['exit', 7, null], ['close', 7, null]]);
});

test('the order holds for many children that end at once', async (t) => {
  const records = Array.from({ length: 20 }, () => recordUntilClose(ours.fork(fixture('ipc-last-words.js'))));
  for (const events of await Promise.all(records)) {
    t.deepEqual(events, [['spawn'], ['message', 'last words'], ['disconnect'], ['exit', 7, null], ['close', 7, null]]);
  }
});

test('a child that is killed while the parent sends: callbacks get an error or null, and the channel ends', async (t) => {
  const child = ours.fork(fixture('ipc-idle.js'));
  await event(child, 'message');
  if (!IS_WINDOWS) child.kill('SIGSTOP');
  const outcomes: (Error | null)[] = [];
  for (let index = 0; index < 5000; index++) {
    child.send({ index, padding: 'x'.repeat(200) }, (error) => outcomes.push(error));
  }
  child.kill('SIGKILL');
  const events = await recordUntilClose(child);
  t.is(outcomes.length, 5000);
  t.is(outcomes[0], null, 'the first has left before the kill');
  t.is((outcomes.at(-1) as NodeJS.ErrnoException).code, 'EPIPE');
  t.deepEqual(events, [['disconnect'], ['exit', null, 'SIGKILL'], ['close', null, 'SIGKILL']]);
  t.false(child.connected);
});

testButOnWindows(
  'a send to a child that has closed its end, before that is known: the callback gets EPIPE',
  READS_PROC,
  async (t) => {
    const child = ours.spawn('sh', ['-c', 'exec 3>&-; echo closed; sleep 1'], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    waitUntilClosed(child);
    const error = await new Promise<Error | null>((resolve) => child.send('message', resolve));
    t.is((error as NodeJS.ErrnoException).code, 'EPIPE');
    t.is((error as NodeJS.ErrnoException).syscall, 'write');
    await event(child, 'close');
  },
);

testButOnWindows('and without a callback it is an error event', READS_PROC, async (t) => {
  await sameAsNode(t, async ({ spawn }) => {
    const child = spawn('sh', ['-c', 'exec 3>&-; sleep 1'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    waitUntilClosed(child);
    const sent = child.send('message');
    const [error] = (await event(child, 'error')) as [NodeJS.ErrnoException];
    await event(child, 'close');
    return [sent, error.code, error.syscall, error.message];
  });
});

testButOnWindows('with swallowErrors a failure is not reported, as in Node', READS_PROC, async (t) => {
  await sameAsNode(t, async ({ spawn }) => {
    const child = spawn('sh', ['-c', 'exec 3>&-; exec sleep 1'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    waitUntilClosed(child);
    const reported: unknown[] = [];
    const swallowErrors = { swallowErrors: true } as never;
    child.on('error', (error) => reported.push(['event', error]));
    const sent = [1, 2].map((message) =>
      child.send(message, undefined, swallowErrors, (error) => reported.push(['callback', error])),
    );
    sent.push(child.send(3, undefined, swallowErrors));
    await event(child, 'close');
    return [sent, reported];
  });
});

/** Runs until a child has ended, without letting the event loop turn. */
function waitUntilZombie(child: ChildProcess): void {
  while (!/^State:\s+Z/m.test(readFileSync(`/proc/${child.pid}/status`, 'latin1'))) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

/** As in Bun and Deno: a thread reads the channel, and what it finds is met before the streams. */
const hasThread = process.env.NODE_OPTIONS?.includes('without-libuv');
const withoutThread = testWhere(!hasThread && !IS_WINDOWS, IS_WINDOWS ? READS_PROC : 'a thread reads the channel');
withoutThread(
  'output that was written before a message comes before it, though the child has ended by then',
  async (t) => {
    await sameAsNode(t, async ({ spawn }) => {
      const child = spawn('sh', ['-c', `echo output; printf '"message"\\n' >&3`], {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      const order: string[] = [];
      child.stdout?.on('data', () => order.push('output'));
      for (const name of ['message', 'exit'] as const) child.on(name, () => order.push(name));
      waitUntilZombie(child);
      await event(child, 'close');
      return order;
    });
  },
);

testButOnWindows(
  'several messages of different turns come before the exit, though the child has ended by then',
  READS_PROC,
  async (t) => {
    const child = ours.spawn('sh', ['-c', `printf '1\\n2\\n' >&3; (sleep 0.02; printf '3\\n' >&3) & exit 0`], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    waitUntilZombie(child);
    const events = await recordUntilClose(child);
    const names = events.map(([name, value]) => (name === 'message' ? value : name));
    t.deepEqual(names.slice(0, 3), ['spawn', 1, 2], 'what was there');
    t.true(names.indexOf(2) < names.indexOf('exit'));
    t.is(names.at(-1), 'close');
  },
);

testButOnWindows(
  "the identifier of a child is not free for another process before its 'exit'",
  READS_PROC,
  async (t) => {
    const children = Array.from({ length: 5 }, () => ours.spawn('true', { stdio: ['ignore', 'pipe', 'pipe'] }));
    let looks = 0;
    let free = 0;
    // Node reaps all children that have ended before the first 'exit'.
    const look = ({ pid, exitCode }: ChildProcess) => {
      looks += 1;
      if (exitCode === null && !existsSync(`/proc/${pid}`)) free += 1;
    };
    for (const child of children) {
      for (const stream of [child.stdout, child.stderr]) {
        for (const name of ['end', 'close']) stream?.on(name, () => children.forEach(look));
        stream?.resume();
      }
      child.on('exit', () => children.forEach(look));
    }
    for (const child of children) waitUntilZombie(child);
    await Promise.all(children.map((child) => event(child, 'close')));
    t.deepEqual([looks, free], [5 * 5 * children.length, 0]);
  },
);
