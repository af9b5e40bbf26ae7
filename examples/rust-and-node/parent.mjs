/**
 * A Node program that has Rust count primes for it, in `src/bin/child.rs`:
 *
 *     node parent.mjs PROGRAM                the path of the built child
 */
import { on, once } from 'node:events';
import { spawn } from 'rt-std/child_process';

const RANGE = 20_000;
const TASKS = 50;

const child = spawn(process.argv[2], [], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  deathSignal: 'SIGKILL', // it does not outlive this program
});
// Rejects when the program cannot be started, or fails.
const exited = once(child, 'exit');
// From here on; what comes before the loop below reads is kept.
const messages = on(child, 'message', { close: ['exit'] });

/** Sends as fast as the child reads: the callback is called when the message has left. */
function send(message) {
  return new Promise((resolve, reject) => {
    child.send(message, (error) => (error ? reject(error) : resolve()));
  });
}

async function ask() {
  for (let id = 0; id < TASKS; id++) await send({ id, from: id * RANGE, to: (id + 1) * RANGE });
  await send({ id: 'not a number' });
}

async function collect() {
  const counts = new Map();
  for await (const [{ ready, primes, refused }] of messages) {
    if (ready) console.log(`the child runs: ${ready.pid === child.pid}`);
    if (primes) counts.set(primes.id, primes.count);
    if (!refused) continue;
    // Answers come in the order of the questions, and this was the last one.
    console.log(`refused: ${refused.reason}`);
    child.disconnect(); // the child ends when it has nothing more to read
  }
  return counts;
}

try {
  const [counts, [code, signal]] = await Promise.all([collect(), exited, ask()]);
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  console.log(`${counts.size} answers: ${sum} primes below ${TASKS * RANGE}`);
  console.log(`the child ended with ${signal ?? code}`);
  process.exitCode = code === 0 && counts.size === TASKS ? 0 : 1;
} catch (error) {
  console.error(error.message);
  child.kill();
  process.exitCode = 1;
}
