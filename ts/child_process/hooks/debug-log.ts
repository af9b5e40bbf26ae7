import { debuglog } from 'node:util';
import { assign, create } from '../../realm/primordials';

const log = debuglog('child_process');

/** Whether calls are printed. */
export function logsCalls(): boolean {
  return log.enabled;
}

/**
 * Prints a call on standard error when `NODE_DEBUG` names `child_process`, as Node does.
 *
 * @param name - the function
 * @param options - its arguments, as options
 */
export function logCall(name: 'spawn' | 'spawnSync', options: object): void {
  if (!log.enabled) return;
  // A copy, in Node's order: in it the environment has been read, where it would be read only when
  // needed.
  const first = name === 'spawnSync' ? { maxBuffer: undefined } : undefined;
  log(name, assign(create(null), first, options));
}
