// Stops, continues and kills a forked child at random moments of a talk with it, and checks that
// nothing is lost but what a killed child has not answered.
import { strict as assert } from 'node:assert';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { messages, randomNumbers } from '../../soak/messages.mjs';
import { closed } from './ended.mjs';
import { count, progress, seed } from './report.mjs';
import { makeRounds } from './rounds.mjs';
import { fork } from './tested.mjs';

/** Our end of the channel in the child: it loses nothing at a `disconnect()` either. */
const OWN_END = ['--require', createRequire(import.meta.url).resolve('rt-std/override')];
const CHILD = fileURLToPath(new URL('traffic-child.cjs', import.meta.url));
const LONGEST_MESSAGE = 50_000;
/**
 * Signals in one child's life: some pairs of SIGSTOP and SIGCONT, then SIGKILL, or a last message.
 */
const MOST_PAIRS = 5;
/** How many messages are on their way at most. */
const MOST_WAITING = 30;
const random = randomNumbers(seed);
const totals = { stops: 0, continues: 0, kills: 0, messages: 0 };

/** Sends numbered messages until it has to stop, and checks the answers. */
function talk(child, serial) {
  const texts = messages(serial, LONGEST_MESSAGE);
  const waiting = [];
  const callbacks = { calls: 0, expected: 0, failed: 0 };
  let isOver = false;
  const fill = () => {
    while (!isOver && waiting.length < MOST_WAITING && child.connected) {
      const message = texts.next().value;
      waiting.push(message);
      callbacks.expected += 1;
      child.send(message, (error) => {
        callbacks.calls += 1;
        if (error) callbacks.failed += 1;
      });
    }
  };
  let wrong;
  child.on('message', (message) => {
    try {
      assert.deepEqual(message, waiting.shift());
    } catch (error) {
      wrong ??= error;
    }
    totals.messages += 1;
    fill();
  });
  fill();
  return {
    callbacks,
    finish: () => {
      isOver = true;
    },
    /** @throws when an answer was another than expected */
    check: () => assert.ifError(wrong),
    waiting,
  };
}

await makeRounds(
  async (index) => {
    const hasOwnEnd = random() < 0.5;
    const child = fork(CHILD, {
      serialization: index % 2 ? 'advanced' : 'json',
      execArgv: hasOwnEnd ? OWN_END : [],
    });
    const ended = closed(child);
    const talking = talk(child, seed + index);
    // Some are stopped while they start.
    if (random() < 0.7) await Promise.race([new Promise((resolve) => child.once('message', resolve)), ended]);
    const pairs = Math.floor(random() * (MOST_PAIRS + 1));
    for (let pair = 0; pair < pairs; pair++) {
      await sleep(random() * 10);
      assert.ok(child.kill('SIGSTOP'));
      totals.stops += 1;
      await sleep(random() * 10);
      assert.ok(child.kill('SIGCONT'));
      totals.continues += 1;
      progress(index);
    }
    await sleep(random() * 10);
    const isKilled = random() < 0.7;
    if (isKilled) {
      // Half of the killed ones are stopped then, and never continued.
      if (random() < 0.5) {
        child.kill('SIGSTOP');
        totals.stops += 1;
      }
      assert.ok(child.kill('SIGKILL'));
      totals.kills += 1;
    } else {
      talking.finish();
      // Node's end drops at `disconnect()` what it has not sent yet.
      if (!hasOwnEnd) while (talking.waiting.length > 0) await sleep(1);
      child.send({ end: 'disconnect' });
    }
    const { code, signal } = await ended;
    talking.finish();
    talking.check();
    assert.equal(signal ?? code, isKilled ? 'SIGKILL' : 0);
    // Every callback is called, once: those of a dead child with an error. They may come after
    // 'close'.
    await sleep(10);
    assert.equal(talking.callbacks.calls, talking.callbacks.expected, 'callbacks of send');
    if (!isKilled) {
      assert.equal(talking.waiting.length, 0, `${talking.waiting.length} messages were lost`);
      assert.equal(talking.callbacks.failed, 0);
    }
  },
  {
    atOnce: 2,
    measured: () => ({ forks: count, signals: totals.stops + totals.continues + totals.kills, ...totals }),
  },
);
