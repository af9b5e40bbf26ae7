// Forks children that send everything back, sockets among it, and ends them in every way.
import { strict as assert } from 'node:assert';
import { fileURLToPath } from 'node:url';
import { messages, randomNumbers } from '../../soak/messages.mjs';
import { closed } from './ended.mjs';
import { count, seed } from './report.mjs';
import { makeRounds } from './rounds.mjs';
import { socketPair, textOf } from './socket-pair.mjs';
import { fork } from './tested.mjs';

const CHILD = fileURLToPath(new URL('traffic-child.cjs', import.meta.url));
const AT_ONCE = 4;
const LONGEST_MESSAGE = 20_000;
/** One fork in so many is given sockets. */
const FORKS_PER_HANDLES = 4;
/** How a child ends, and what its end looks like. */
const ENDS = {
  disconnect: { end: (child) => child.send({ end: 'disconnect' }), expected: 0 },
  exit: { end: (child) => child.send({ end: 'exit' }), expected: 7 },
  'the parent disconnects': { end: (child) => child.disconnect(), expected: 0 },
  killed: { end: (child) => child.kill('SIGKILL'), expected: 'SIGKILL' },
};

const random = randomNumbers(seed);
const totals = { messages: 0, sockets: 0 };

function nextMessage(child) {
  return new Promise((resolve, reject) => {
    const early = () => reject(new Error('the channel ended early'));
    child.once('disconnect', early);
    child.once('message', (message) => {
      child.off('disconnect', early);
      resolve(message);
    });
  });
}

await makeRounds(
  async (index) => {
    const serialization = index % 2 ? 'advanced' : 'json';
    const child = fork(CHILD, { serialization });
    const ended = closed(child);
    const texts = messages(seed + index, LONGEST_MESSAGE);
    const burst = Array.from({ length: 1 + Math.floor(random() * 20) }, () => texts.next().value);
    const came = [];
    const all = new Promise((resolve) => {
      const onMessage = (message) => {
        came.push(message);
        if (came.length < burst.length) return;
        child.off('message', onMessage);
        resolve();
      };
      child.on('message', onMessage);
    });
    for (const message of burst) child.send(message);
    await Promise.race([all, ended.then(() => assert.fail('the child ended early'))]);
    assert.deepEqual(came, burst);
    totals.messages += burst.length;
    if (index % FORKS_PER_HANDLES === 0) {
      const { accepted, client } = await socketPair();
      const text = textOf(client);
      const answer = nextMessage(child);
      child.send({ index, text: burst[0].text }, accepted);
      assert.deepEqual(await answer, { index, passed: true });
      assert.equal(await text, Buffer.from(burst[0].text).toString());
      totals.sockets += 1;
    }
    const ends = Object.values(ENDS);
    const { end, expected } = ends[Math.floor(random() * ends.length)];
    end(child);
    const { code, signal } = await ended;
    assert.equal(signal ?? code, expected);
  },
  { atOnce: AT_ONCE, measured: () => ({ forks: count, ...totals }) },
);
