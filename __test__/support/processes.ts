import { readFileSync } from 'node:fs';

/** Whether a process runs; one that has ended and was not reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}
