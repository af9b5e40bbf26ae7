import { addAbortListener } from 'node:events';
import { abortError } from '../../errors';
import { MainSymbol, process } from '../../realm/main-realm';
import type { ChildProcess } from './child-process';

/**
 * Ends a child when a signal is aborted: `killSignal` is sent, and an `AbortError` emitted. The
 * listener goes when the child ends.
 *
 * @param child - a child whose spawn was tried
 * @param signal - the signal; when it is aborted already, the child is ended in the next tick
 * @param killSignal - the number of the signal to send
 */
export function abortWith(child: ChildProcess, signal: AbortSignal, killSignal: number | undefined): void {
  const abort = (): void => {
    try {
      if (child.kill(killSignal)) child.emit('error', abortError(signal.reason));
    } catch (error) {
      child.emit('error', error as Error);
    }
  };
  if (signal.aborted) {
    process.nextTick(abort);
    return;
  }
  // As in Node, another listener of the signal cannot keep the child from being ended by stopping
  // the event.
  const listener = addAbortListener(signal, abort);
  const stopListening = (): void => listener[MainSymbol.dispose]();
  child.once('exit', stopListening);
  // A spawn that failed has no exit, and nothing to end.
  if (child.pid === undefined) stopListening();
}
