import { loadProcessAddon } from '../../binding/process-addon';
import { platform } from '../../kept-process';
import { IS_NODE } from '../../node-version';
import { apply } from '../../realm/kept-functions';
import { nextTick, setImmediate } from '../../realm/main-timers';
import { arraySlice } from '../../realm/primordials';
import { SafeMap } from '../../realm/safe-collections';
import { signalName } from '../arguments/signals';

/** A child that runs, as far as its end concerns it. */
export interface RunningChild {
  /** Calls a function in the async context of the spawn. */
  inContext(call: () => void): void;
  /** Whether a stream or the channel of the child has not ended. */
  isBeingRead(): boolean;
  /** Has the streams that nobody uses drained behind the exit. */
  drainLater(): void;
  /** Called when it has ended, with what the listener `onexit` gets. */
  ended(exitCode: number, signal: NodeJS.Signals | null, usage: readonly number[] | undefined): void;
}

/** The running children that this copy of the package has started, by the ids of the addon. */
export const runningChildren: SafeMap<number, RunningChild> = new SafeMap();

/** There, the addon calls behind all that the event loop has found together with an end. */
const CALLS_BEHIND_EVENTS = IS_NODE && platform === 'linux';

/**
 * Calls a function right behind the callback that we are in. In Node by a tick, which keeps the
 * async context of the child: what a listener throws is reported within that, as by Node's handles,
 * and a listener of `'uncaughtException'` reads from an `AsyncLocalStorage` whose request has
 * failed. What leaves the addon's callback is reported in no context.
 */
const soon: typeof nextTick = IS_NODE ? nextTick : (call, ...args) => void apply(call, undefined, args);

/**
 * Handed over with each child. What the child has written before, and its messages, come first, as
 * in Node, which looks at ended children last. The child is reaped right before, and not earlier:
 * until `'exit'` its identifier is not given to another process.
 *
 * @param id - the addon's name for the child
 * @param exitCode - `undefined`: the child was not reaped, since there may be more to be read
 * before its exit
 */
export function exitListener(id: number, exitCode?: number, signal?: number, ...usage: number[]): void {
  const child = runningChildren.get(id);
  const schedule = (): void => {
    if (exitCode !== undefined) soon(report, id, exitCode, signal as number, usage);
    else if (!CALLS_BEHIND_EVENTS) setImmediate(reap, id);
    // Node hears of an exit by a signal, one turn of the loop later. With that turn, the ends of
    // the outputs come first: from Node 24 on, the loop finds them a turn behind the last bytes.
    else if (child?.isBeingRead()) setImmediate(reapInNextTurn, id);
    else soon(reap, id);
  };
  if (child === undefined) schedule();
  else child.inContext(schedule);
}

function reapInNextTurn(id: number): void {
  setImmediate(reap, id);
}

function reap(id: number): void {
  const end = loadProcessAddon().reapChild(id);
  if (end === null) return;
  if (end.length === 0) setImmediate(reap, id);
  else report(id, end[0] as number, end[1] as number, arraySlice(end, 2));
}

function report(id: number, exitCode: number, signal: number, usage: readonly number[]): void {
  const child = runningChildren.get(id);
  child?.drainLater();
  child?.ended(exitCode, signalName(signal), usage.length === 0 ? undefined : usage);
}
