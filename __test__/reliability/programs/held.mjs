import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const MEBIBYTE = 2 ** 20;
/** How many children this process has, running or not waited for. */
function children() {
  const lists = readdirSync('/proc/self/task').map((task) => {
    try {
      return readFileSync(`/proc/self/task/${task}/children`, 'latin1');
    } catch {
      // The thread has ended since.
      return '';
    }
  });
  return lists.join('').split(' ').filter(Boolean).length;
}

/**
 * What this process holds now. Memory is what is resident after a full collection; needs
 * `--expose-gc`.
 *
 * @param {() => number} [otherListeners] listeners of objects that the part shares between its
 *   calls
 */
export function held(otherListeners = () => 0) {
  const mebibytes = residentMemory();
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    children: children(),
    threads: readdirSync('/proc/self/task').length,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), otherListeners()),
    mebibytes,
  };
}

/**
 * A collection that also gives back the pages of the heap that V8 keeps for later: under load they
 * were 17 MiB on Node 22. Older versions ignore what they do not know of it.
 */
const COLLECT_ALL = { type: 'major', execution: 'sync', flavor: 'last-resort' };

/**
 * The engine frees the memory of buffers on a thread of its own after a collection, and what is
 * resident goes down by some 20 MiB meanwhile: the least of some looks is what is in use.
 */
function residentMemory() {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 5; look++) {
    global.gc(COLLECT_ALL);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    least = Math.min(least, process.memoryUsage.rss() / MEBIBYTE);
  }
  return least;
}

/**
 * The same once everything that ends by itself has ended: children, threads of workers and those
 * that wait, finalizers.
 */
export async function settled(otherListeners) {
  for (let round = 0; round < 500 && children() > 0; round++) await sleep(20);
  let fewestThreads = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round++) {
    global.gc();
    await sleep(20);
    fewestThreads = Math.min(fewestThreads, readdirSync('/proc/self/task').length);
  }
  return { ...held(otherListeners), threads: fewestThreads };
}
