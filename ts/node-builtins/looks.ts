import type { Script } from 'node:vm';

/** Code that was kept, and may lack functions that this process is going to run. */
export interface YoungCode {
  readonly script: Script;
  readonly file: string;
  readonly size: number;
}

/**
 * How many processes have looked whether there is more to keep, by the size of the file: the length
 * of V8's code is a multiple of four.
 */
export function looksAt(size: number): number {
  return size & 7;
}
