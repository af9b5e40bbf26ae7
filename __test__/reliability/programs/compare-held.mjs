import { count } from './report.mjs';

/**
 * What memory may grow by once a part has warmed up, in MiB. In a short run, what the engine
 * compiles and caches late is most of it: 4,000 spawns leave 7.8 MiB on Node 24 and 12,000 leave
 * 4.9; with Node's own module 4,000 leave 13.5.
 */
const MOST_GROWTH = count < 1000 ? 20 : count < 10_000 ? 12 : 5;

/**
 * Compares what a process holds at the end with what it held when it had warmed up.
 *
 * @param {ReturnType<typeof import('./held.mjs').held>} warm
 * @param {ReturnType<typeof import('./held.mjs').held>} after
 * @returns {{ left: Record<string, number>, failures: string[] }}
 */
export function compareHeld(warm, after) {
  const left = {
    descriptors: after.descriptors - warm.descriptors,
    children: after.children,
    threads: after.threads - warm.threads,
    listeners: after.listeners - warm.listeners,
    'MiB more': Number((after.mebibytes - warm.mebibytes).toFixed(1)),
  };
  const failures = Object.entries(left)
    .filter(([name, value]) => value > (name === 'MiB more' ? MOST_GROWTH : 0))
    .map(([name, value]) => `${value} ${name} left`);
  return { left, failures };
}
