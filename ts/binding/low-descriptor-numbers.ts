import type { ProcessState } from '../process-state';

/** Standard input, output and error, and a channel. */
const COUNT = 4;

/** `O_PATH` of Linux (open(2)): a descriptor that stands for a path, and opens nothing. */
const PATH_ONLY = 0o10000000;

/**
 * Opens the descriptors that `low-descriptors.ts` reserves.
 *
 * @param state - where they are noted
 * @param openSync - that of `node:fs`
 */
export function openLowDescriptors(state: ProcessState, openSync: typeof import('node:fs').openSync): void {
  const numbers: number[] = [];
  state.lowDescriptors = numbers;
  try {
    for (let index = 0; index < COUNT; index++) numbers[index] = openSync('/dev/null', PATH_ONLY);
  } catch {
    // Without them all works, only not as fast where many descriptors are open.
  }
}
