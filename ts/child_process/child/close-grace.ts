import type { EventEmitter } from 'node:events';
import { clearTimeout, setImmediate, setTimeout } from '../../main-timers';
import { SafeWeakSet } from '../../safe-collections';
import { endReading, type ParentStreams } from '../stdio/parent-streams';

/** A child, as far as it matters here. */
interface Closable extends EventEmitter {
  readonly _closesGot: number;
  readonly _closesNeeded: number;
  readonly stdio: unknown;
  readonly connected: boolean;
  readonly disconnect: () => void;
}

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
  child.once('exit', () => {
    // Behind what the event loop finds in the same turn: after a long pause, the time may be over
    // before anything was read.
    const timer = setTimeout(() => setImmediate(close, child), grace);
    timer.unref();
    child.once('close', () => clearTimeout(timer));
  });
}

function close(child: Closable): void {
  if (child._closesGot >= child._closesNeeded) return;
  cut.add(child);
  endReading(child.stdio as ParentStreams | undefined);
  if (child.connected) child.disconnect();
}

/** Whether streams of this child were ended although a descendant may still have held them. */
export function wasCut(child: Closable): boolean {
  return cut.has(child);
}
