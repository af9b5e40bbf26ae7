import { clearTimeout, setImmediate, setTimeout } from '../../realm/main-timers';
import { SafeWeakMap, SafeWeakSet } from '../../realm/safe-collections';
import { endReading, type ParentStreams } from '../stdio/parent-streams';
import { terminalOf } from '../terminal/of-child';

/** A child, as far as it matters here. */
interface Closable {
  readonly _closesGot: number;
  readonly _closesNeeded: number;
  readonly stdio: unknown;
  readonly connected: boolean;
  readonly disconnect: () => void;
}

interface Grace {
  readonly milliseconds: number;
  readonly close: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** For the children of which the option `closeGrace` asks it. */
const graces = new SafeWeakMap<object, Grace>();

/** The children whose streams were ended before their time. */
const cut = new SafeWeakSet<Closable>();

/**
 * Ends the streams and the channel of a child so long after its end, although a descendant may
 * still hold them.
 *
 * @param child - a child whose spawn was tried
 * @param grace - milliseconds
 */
export function closeWithin(child: Closable, grace: number): void {
  graces.set(child, { milliseconds: grace, close: () => close(child), timer: undefined });
}

/**
 * A child has ended: its time begins. Not by a listener of `'exit'`, which would not be called when
 * one before it throws, and which a program may remove.
 */
export function beginGrace(child: object): void {
  const grace = graces.get(child);
  if (grace === undefined) return;
  // Behind what the event loop finds in the same turn: after a long pause, the time may be over
  // before anything was read.
  grace.timer = setTimeout(() => setImmediate(grace.close), grace.milliseconds);
  grace.timer.unref();
}

/** All streams of a child have ended. */
export function endGrace(child: object): void {
  clearTimeout(graces.get(child)?.timer);
}

function close(child: Closable): void {
  if (child._closesGot >= child._closesNeeded) return;
  cut.add(child);
  endReading(child.stdio as ParentStreams | undefined);
  terminalOf(child)?.cut();
  if (child.connected) child.disconnect();
}

/** Whether streams of this child were ended although a descendant may still have held them. */
export function wasCut(child: Closable): boolean {
  return cut.has(child);
}
