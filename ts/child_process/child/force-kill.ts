import type { EventEmitter } from 'node:events';
import { clearTimeout, setTimeout } from '../../realm/main-timers';
import { SafeWeakMap } from '../../realm/safe-collections';
import { systemConstants } from '../../system-constants';

/** A child, as far as it matters here. */
interface Killable extends EventEmitter {
  readonly _handle: { kill(signal: number): number; killTree(signal: number): { readonly error: number } } | null;
}

interface Plan {
  readonly delay: number;
  /** A signal that asks the child to end, besides `SIGTERM`. */
  readonly killSignal: number | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Whether the descendants were signalled too. */
  hasTree: boolean;
  wasForced: boolean;
}

/** For the children of which the option `forceKillAfterDelay` asks it. */
const plans = new SafeWeakMap<Killable, Plan>();

/**
 * Lets `SIGKILL` follow the first signal that asks this child to end.
 *
 * @param child - a child whose spawn was tried
 * @param delay - milliseconds between the two signals
 * @param killSignal - a signal that asks it to end, besides `SIGTERM`
 */
export function forceKillAfter(child: Killable, delay: number, killSignal: number | undefined): void {
  plans.set(child, { delay, killSignal, timer: undefined, hasTree: false, wasForced: false });
}

/** A signal was sent to a child, and, if `hasTree`, to all its descendants. */
export function signalWasSent(child: Killable, signal: number, hasTree: boolean): void {
  const plan = plans.get(child);
  if (plan === undefined) return;
  if (signal !== systemConstants().signals.SIGTERM && signal !== plan.killSignal) return;
  plan.hasTree ||= hasTree;
  if (plan.timer !== undefined) return;
  plan.timer = setTimeout(() => force(child, plan), plan.delay);
  // The child keeps the program alive, unless the program has said that it does not.
  plan.timer.unref();
  child.once('exit', () => clearTimeout(plan.timer));
}

function force(child: Killable, plan: Plan): void {
  const { SIGKILL } = systemConstants().signals;
  const handle = child._handle;
  // Where the tree cannot be reached (there is no descriptor left), the child can.
  const hasTree = plan.hasTree && handle?.killTree(SIGKILL).error === 0;
  // Nothing happens to a child that has ended.
  plan.wasForced = hasTree || handle?.kill(SIGKILL) === 0;
}

/** Whether `SIGKILL` had to follow. */
export function wasForceKilled(child: Killable): boolean {
  return plans.get(child)?.wasForced === true;
}
