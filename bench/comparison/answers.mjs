import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether something happens within three seconds. */
export function isInTime(promise) {
  return Promise.race([promise.then(() => true), delay(3000, false)]);
}

/** Whether a process has ended after a second. One that nobody waits for has, too. */
export async function isSoonGone(pid) {
  await delay(1000);
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  } finally {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  }
}
