/**
 * What each process of the pool runs: hashes a text. It is an ordinary program of Node and imports
 * nothing of rt-std.
 */
import { createHash } from 'node:crypto';

process.on('message', ({ task: { id, text, crash }, attempt }) => {
  // For the demonstration: some tasks take their first worker with them.
  if (crash && attempt === 1) process.kill(process.pid, 'SIGKILL');
  process.send({ id, hash: createHash('sha256').update(text).digest('hex') });
});
