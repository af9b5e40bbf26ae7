import assert from 'node:assert/strict';
import { once } from 'node:events';

/**
 * What a parent does with its child; each resolves when all is done, and throws when an answer is
 * not what it must be.
 */
export const exercises = { echo, burst };

/**
 * Sends messages that come back, so many at a time.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {import('./rows.mjs').Row} row
 */
async function echo(child, { messages, inFlight, textLength }) {
  const text = prose(textLength);
  let sent = 0;
  let received = 0;
  await new Promise((resolve, reject) => {
    const sendNext = () => child.send({ index: sent++, text });
    const onMessage = (message) => {
      if (message.index !== received || message.text.length !== textLength)
        reject(new Error(`not an echo: ${received}`));
      received += 1;
      if (sent < messages) sendNext();
      if (received < messages) return;
      assert.equal(message.text, text);
      child.off('message', onMessage);
      resolve();
    };
    child.on('message', onMessage);
    while (sent < Math.min(inFlight, messages)) sendNext();
  });
}

/**
 * Sends messages without waiting; the child answers when all have come.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {import('./rows.mjs').Row} row
 */
async function burst(child, { messages, textLength }) {
  const text = prose(textLength);
  for (let index = 0; index < messages; index++) child.send({ index, text });
  child.send('end');
  const [answer] = await once(child, 'message');
  assert.deepEqual(answer, { count: messages, ordered: true });
}

/** Text of words: what a program sends, rather than one letter again and again. */
function prose(length) {
  const words = 'the quick brown fox jumps over the lazy dog while seven wizards watch, ';
  return words.repeat(Math.ceil(length / words.length)).slice(0, length);
}
