import { NODE_MAJOR, NODE_MINOR } from '../../node-version';
import { clearTimeout, setTimeout } from '../../realm/main-timers';
import { isEnvironmentProvided, provideEnvironment } from '../arguments/environment';
import { normalizeSpawn } from '../arguments/normalize-spawn';
import { killSignalNumber } from '../arguments/signals';
import { validateAbortSignal } from '../arguments/validate';
import { validateTimeout } from '../arguments/validate-number';
import { abortWith } from '../child/abort';
import { ChildProcess } from '../child/child-process';
import { endUnowned } from '../child/end';
import { limitEnding } from '../child/limit-ending';
import { logCall, logsCalls } from '../hooks/debug-log';
import { hasSubscribers } from '../hooks/diagnostics';
import type { SpawnOptions } from '../types/options';
import { spawnByNode } from './left-to-node';
import type { Spawn } from './spawn-signatures';

/** The event at which the running version of Node forgets a time limit. */
const ENDS_A_LIMIT = NODE_MAJOR >= 26 || (NODE_MAJOR === 24 && NODE_MINOR >= 22) ? 'close' : 'exit';

/** As it is before any program could patch it. */
const { spawn: start } = ChildProcess.prototype;

/**
 * Whether a program may see the options of a spawn, by a method in the place of ours or as a
 * subscriber; or there may be a channel, which adds to the environment.
 */
function areSeen({ stdio }: SpawnOptions): boolean {
  const mayHaveChannel = stdio != null && typeof stdio !== 'string';
  return mayHaveChannel || ChildProcess.prototype.spawn !== start || hasSubscribers() || logsCalls();
}

/**
 * Makes the function that starts a process: see {@link Spawn}. Nothing else of a bundle may have
 * its name, or the bundler gives it another one.
 *
 * @param asNode - whether it reads no other options than Node's
 */
function spawnOf(asNode: boolean): Spawn {
  return function spawn(
    command: string,
    args?: readonly string[] | SpawnOptions | null,
    options?: SpawnOptions,
  ): ChildProcess {
    const normalized = normalizeSpawn(command, args, options, areSeen, asNode);
    validateTimeout(normalized.timeout);
    validateAbortSignal(normalized.signal, 'options.signal');
    const killSignal = killSignalNumber(normalized.killSignal);
    let child = new ChildProcess();
    logCall('spawn', normalized);
    if (child.spawn !== start && !isEnvironmentProvided(normalized)) provideEnvironment(normalized, true);
    try {
      child.spawn(normalized);
    } catch (error) {
      child = spawnByNode(error, normalized);
    }
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
  } as Spawn;
}

const own = spawnOf(false);
const asNode = spawnOf(true);

export { asNode as spawnAsNode, own as spawn };

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
