import { NODE_MAJOR } from '../../errors';
import { clearTimeout, setTimeout } from '../../main-timers';
import { normalizeSpawn } from '../arguments/normalize-spawn';
import { killSignalNumber } from '../arguments/signals';
import { validateAbortSignal } from '../arguments/validate';
import { validateTimeout } from '../arguments/validate-number';
import { abortWith } from '../child/abort';
import { ChildProcess } from '../child/child-process';
import { endUnowned } from '../child/end';
import { limitEnding } from '../child/limit-ending';
import { logCall } from '../hooks/debug-log';
import type { SpawnOptions } from '../types/options';
import type { Spawn } from './spawn-signatures';

/** The event at which the running version of Node forgets a time limit. */
const ENDS_A_LIMIT = NODE_MAJOR >= 26 ? 'close' : 'exit';

/** Starts a process: see {@link Spawn}. */
function spawn(command: string, args?: readonly string[] | SpawnOptions | null, options?: SpawnOptions): ChildProcess {
  const normalized = normalizeSpawn(command, args, options);
  validateTimeout(normalized.timeout);
  validateAbortSignal(normalized.signal, 'options.signal');
  const killSignal = killSignalNumber(normalized.killSignal);
  const child = new ChildProcess();
  logCall('spawn', normalized);
  child.spawn(normalized);
  try {
    if (normalized.timeout) killAfter(child, normalized.timeout, killSignal);
    limitEnding(child, normalized, killSignal);
    if (normalized.signal) abortWith(child, normalized.signal, killSignal);
  } catch (error) {
    // For instance, `signal` is an object with a property `aborted` and no more.
    endUnowned(child);
    throw error;
  }
  return child;
}

const withSignatures = spawn as Spawn;

export { withSignatures as spawn };

function killAfter(child: ChildProcess, milliseconds: number, killSignal: number | undefined): void {
  const timer = setTimeout(() => {
    try {
      child.kill(killSignal);
    } catch (error) {
      child.emit('error', error as Error);
    }
  }, milliseconds);
  const stop = (): void => clearTimeout(timer);
  child.once(ENDS_A_LIMIT, stop);
  // A spawn that failed has no exit, and nothing to end.
  if (child.pid === undefined) stop();
}
