import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { ours } from '../../support/modules';
import { openSocketsOfSignals } from '../../support/portable';
import { fixture } from '../../support/program';
import { type ChildProcess, event } from './both-modules';

/**
 * Children whose memory is small, so that there can be many: what comes on the channel goes back on
 * it.
 */
const startEcho = () => ours.spawn('sh', ['-c', 'exec cat <&3 >&3'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
const startIdle = () => ours.fork(fixture('ipc-idle.js'));

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

/**
 * Runs something that must leave no descriptors, but for those that the module keeps, and returns
 * how many more are open afterwards.
 */
async function left(work: () => Promise<unknown>): Promise<number> {
  openSocketsOfSignals();
  // After a first child, all that the module and the runtime open once is open.
  const first = startIdle();
  await event(first, 'message');
  first.kill();
  await event(first, 'close');
  const before = openDescriptors();
  await work();
  for (let tries = 0; tries < 100 && openDescriptors() > before; tries++) await delay(20);
  return openDescriptors() - before;
}

test.serial('children that are disconnected or killed leave no descriptor', async (t) => {
  const all = () =>
    Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const child = startIdle();
        await event(child, 'message');
        if (index % 2 === 0) child.disconnect();
        else child.kill();
        await event(child, 'close');
      }),
    );
  t.true((await left(all)) <= 0);
});

test.serial(
  '200 children at once, each with a channel: each gets its answers, in order, and none leaves a descriptor',
  async (t) => {
    const children = 200;
    const messages = 200;
    let answered = 0;
    const chat = async () => {
      const started = Array.from({ length: children }, startEcho);
      await Promise.all(started.map((child, number) => chatWith(child, number, messages)));
      answered = started.length;
    };
    t.true((await left(chat)) <= 0);
    t.is(answered, children);
  },
);

/**
 * Sends numbered messages, a few at a time, and resolves at `'close'`; rejects at an answer that is
 * not the next.
 */
function chatWith(child: ChildProcess, number: number, messages: number): Promise<unknown> {
  let sent = 0;
  let next = 0;
  const send = () => child.send([number, sent++, 'x'.repeat(sent * 7)]);
  const mismatch = new Promise((_, reject) => {
    child.on('message', (answer: [number, number, string]) => {
      if (answer[0] !== number || answer[1] !== next || answer[2].length !== (next + 1) * 7)
        reject(new Error(`${answer}`));
      next += 1;
      if (sent < messages) send();
      else if (next === messages) child.disconnect();
    });
  });
  while (sent < 5) send();
  return Promise.race([mismatch, event(child, 'close')]);
}
