/**
 * Hashes many texts in a few processes, of which some crash on the way:
 *
 *     node main.mjs [TASKS [WORKERS]]        1000 tasks and 4 workers when they are not given
 *
 * Prints what was done as JSON. Ctrl-C ends the workers and exits with 130.
 */
import { createHash } from 'node:crypto';
import { runTasks } from './pool.mjs';

const [count = 1000, workers = 4] = process.argv.slice(2).map(Number);
const LENGTH = 64 * 1024;

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());

let taken = 0;
let waiting = 0;
let mostWaiting = 0;

/** The texts are made when they are asked for. All of them would be 64 MiB. */
function* tasks() {
  for (let id = 0; id < count; id++) {
    taken++;
    waiting++;
    mostWaiting = Math.max(mostWaiting, waiting);
    yield { id, text: textOf(id), crash: id === Math.floor(count / 2) };
  }
}

function textOf(id) {
  return `${id} `.padEnd(LENGTH, 'naïve café ');
}

const done = new Set();
const retried = [];
let wrong = 0;
try {
  await runTasks(new URL('worker.mjs', import.meta.url), tasks(), {
    workers,
    signal: interrupted.signal,
    onResult({ id, hash }) {
      waiting--;
      done.add(id);
      if (hash !== createHash('sha256').update(textOf(id)).digest('hex')) wrong++;
    },
    onRetry({ id }, error) {
      retried.push(id);
      console.error(`task ${id} once more: ${error.message}`);
    },
  });
  console.log(JSON.stringify({ taken, done: done.size, wrong, retried, mostWaiting }));
  process.exitCode = wrong === 0 ? 0 : 1;
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
  console.error(`interrupted after ${done.size} tasks`);
  process.exitCode = 130;
}
