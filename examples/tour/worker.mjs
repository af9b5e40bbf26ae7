/**
 * The worker that `fork.mjs` starts: greets, answers each message, and says how many there were
 * when the channel is closed. It runs in an unmodified Node and imports nothing of rt-std.
 */
import { createHash } from 'node:crypto';

let answered = 0;

process.on('message', ({ id, text }) => {
  answered += 1;
  process.send({ id, length: text.length, hash: createHash('sha256').update(text).digest('hex') });
});

process.once('disconnect', () => {
  process.stdout.write(`disconnected after ${answered} messages\n`);
});

process.send({ greeting: 'hello', from: process.pid });
