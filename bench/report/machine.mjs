import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';

/** The machine, in a sentence: what figures depend on. */
export function machine() {
  const openFiles = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  const limit = Number(openFiles).toLocaleString('en');
  return `Linux ${release()}, ${availableParallelism()} × ${cpus()[0].model}, at most ${limit} open files.`;
}
