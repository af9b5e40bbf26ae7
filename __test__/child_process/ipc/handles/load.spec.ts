import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { ours } from '../../../support/modules';
import { IS_WINDOWS } from '../../../support/portable';
import { fixture } from '../../../support/program';
import type { Module } from '../../../support/recorder';
import { event, MODULE_NAMES } from '../both-modules';
import { listen } from './connections';

/** How many sockets; `RT_STD_HANDLES=10000` for more. */
const COUNT = Number(process.env.RT_STD_HANDLES ?? 1000);
const CHILDREN = 4;
/** Whether none is left; on Windows a process keeps handles of its first sockets and children. */
const isNone = (left: number) => (IS_WINDOWS ? left <= 10 : left === 0);

/** How many descriptors, or handles, this process has. */
const descriptors = require(fixture('open-descriptors.js')) as () => number;

/**
 * Hands connections to children in turn, and resolves with the milliseconds until all are answered.
 */
async function handOut(t: ExecutionContext, { fork }: Module): Promise<number> {
  const before = descriptors();
  const children = Array.from({ length: CHILDREN }, () => fork(fixture('handle-load-server.js')));
  await Promise.all(children.map((child) => event(child, 'message')));
  let accepted = 0;
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    children[accepted % CHILDREN]?.send(accepted, socket);
    accepted += 1;
  });
  const client = fork(fixture('handle-load-client.js'), [String(await listen(server)), String(COUNT)]);
  const ended = event(client, 'exit');
  const [outcome] = await event(client, 'message');
  const { answers, milliseconds } = outcome as { answers: string[]; milliseconds: number };
  client.disconnect();
  // While the children live, which the server asks whether they have closed their sockets.
  const closed = event(server, 'close');
  server.close();
  await closed;
  const reported = await Promise.all(
    children.map(async (child) => {
      const message = event(child, 'message');
      const gone = event(child, 'close');
      child.send('end');
      const [total] = await message;
      await gone;
      return total as { answered: number; left: number };
    }),
  );
  await ended;

  const expected = Array.from({ length: COUNT }, (_, index) => `${index}\n`);
  t.deepEqual(
    answers.toSorted((a, b) => Number(a) - Number(b)),
    expected,
    'every connection is answered once',
  );
  t.is(
    reported.reduce((sum, { answered }) => sum + answered, 0),
    COUNT,
  );
  for (const { left } of reported) t.true(isNone(left), `a child has ${left} descriptors left`);
  // The descriptor of a channel is closed in the turn after 'close'.
  await setImmediate();
  await setImmediate();
  const left = descriptors() - before;
  t.true(isNone(left), `this process has ${left} descriptors left`);
  return milliseconds;
}

test(`${COUNT} sockets are handed to ${CHILDREN} children, each is answered once and none is left`, async (t) => {
  // The first of all children opens what watches them all.
  await event(ours.spawn('true'), 'close');
  // Node's first server looks its address up, for which some builds open `/dev/urandom` for good.
  const first = createServer();
  await listen(first);
  const closed = event(first, 'close');
  first.close();
  await closed;
  const node = require(MODULE_NAMES.node) as Module;
  const theirs = await handOut(t, node);
  const milliseconds = await handOut(t, ours);
  t.log(`${Math.round((COUNT / milliseconds) * 1000)} sockets a second, Node ${Math.round((COUNT / theirs) * 1000)}`);
});
