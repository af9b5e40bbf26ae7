import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const MEBIBYTE = 2 ** 20;
/** What memory may grow by once a part has warmed up, in MiB. */
export const MOST_GROWTH = 5;

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
 * What this process holds now. Memory is what is resident after a full collection; needs `--expose-gc`.
 *
 * @param {() => number} [otherListeners] listeners of objects that the part shares between its calls
 */
export function held(otherListeners = () => 0) {
  global.gc();
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    children: children(),
    threads: readdirSync('/proc/self/task').length,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), otherListeners()),
    mebibytes: process.memoryUsage.rss() / MEBIBYTE,
  };
}

/** The same once everything that ends by itself has ended: children, threads of workers, finalizers. */
export async function settled(otherListeners) {
  for (let round = 0; round < 500 && children() > 0; round++) await sleep(20);
  for (let round = 0; round < 5; round++) {
    global.gc();
    await sleep(20);
  }
  return held(otherListeners);
}

/**
 * Compares what a process holds at the end with what it held when it had warmed up.
 *
 * @param {ReturnType<typeof held>} warm
 * @param {ReturnType<typeof held>} after
 * @returns {{ left: Record<string, number>, failures: string[] }}
 */
export function compareHeld(warm, after, mostGrowth = MOST_GROWTH) {
  const left = {
    descriptors: after.descriptors - warm.descriptors,
    children: after.children,
    threads: after.threads - warm.threads,
    listeners: after.listeners - warm.listeners,
    'MiB more': Number((after.mebibytes - warm.mebibytes).toFixed(1)),
  };
  const failures = Object.entries(left)
    .filter(([name, value]) => value > (name === 'MiB more' ? mostGrowth : 0))
    .map(([name, value]) => `${value} ${name} left`);
  return { left, failures };
}
