import { setTimeout as delay } from 'node:timers/promises';
import { messages, randomNumbers } from './messages.mjs';

/** How often, on the average, the sender pauses: once in so many messages. */
const MESSAGES_PER_PAUSE = 500;
/** The longest pause, in milliseconds. */
const LONGEST_PAUSE = 20;

/**
 * One end: sends its messages while it receives the other's, and checks each of these.
 *
 * @param {import('node:events').EventEmitter & { send: Function }} channel a ChildProcess, or
 *   `process` in a child
 * @param {{ seed: number, otherSeed: number, count: number, longest: number }} plan
 * @param {(received: number, bytes: number) => void} [onProgress] called after each message
 * @returns {Promise<number>} how many bytes of text came
 */
export async function exchange(channel, { seed, otherSeed, count, longest }, onProgress = () => {}) {
  const [bytes] = await Promise.all([
    receive(channel, otherSeed, count, longest, onProgress),
    send(channel, seed, count, longest),
  ]);
  return bytes;
}

async function send(channel, seed, count, longest) {
  const random = randomNumbers(seed ^ 0x5eed);
  let sent = 0;
  for (const message of messages(seed, longest)) {
    if (sent === count) return;
    sent += 1;
    const left = new Promise((resolve, reject) => {
      const takesMore = channel.send(message, (error) => (error ? reject(error) : resolve()));
      if (takesMore) resolve();
    });
    await left;
    if (random() * MESSAGES_PER_PAUSE < 1) await delay(random() * LONGEST_PAUSE);
  }
}

function receive(channel, seed, count, longest, onProgress) {
  const expected = messages(seed, longest);
  let received = 0;
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const onMessage = (message) => {
      const { index, text, checksum } = expected.next().value;
      if (message.index !== index || message.checksum !== checksum || message.text !== text) {
        reject(
          new Error(
            `message ${index} came as ${message.index}, with ${message.text?.length} of ${text.length} characters`,
          ),
        );
      }
      received += 1;
      bytes += Buffer.byteLength(text);
      onProgress(received, bytes);
      if (received < count) return;
      channel.off('message', onMessage);
      resolve(bytes);
    };
    channel.on('message', onMessage);
    channel.once('disconnect', () => reject(new Error(`the channel ended after ${received} messages`)));
  });
}
