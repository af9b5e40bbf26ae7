import { killGroup } from '../../../scripts/run/kill-group.mjs';

const groups = new Set();
process.on('exit', () => {
  for (const pid of groups) killGroup(pid);
});

/**
 * Waits for a process to end that was started as the leader of a group (`detached`). Its group is
 * killed when it takes too long, or this process ends.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} limit in milliseconds
 * @returns {Promise<{ status: number | null, signal: string | null, outOfTime: boolean }>}
 */
export function groupEnd(child, limit) {
  return new Promise((resolve, reject) => {
    let outOfTime = false;
    groups.add(child.pid);
    const timer = setTimeout(() => {
      outOfTime = true;
      killGroup(child.pid);
    }, limit);
    child.once('error', reject);
    child.once('exit', (status, signal) => {
      clearTimeout(timer);
      groups.delete(child.pid);
      resolve({ status, signal, outOfTime });
    });
  });
}
