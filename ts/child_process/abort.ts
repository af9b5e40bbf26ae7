import { abortError } from '../errors';
import type { ChildProcess } from './child-process';

/**
 * Ends a child when a signal is aborted: `killSignal` is sent, and an `AbortError` emitted. The listener goes when the child ends.
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
      child.emit('error', error);
    }
  };
  if (signal.aborted) {
    process.nextTick(abort);
    return;
  }
  signal.addEventListener('abort', abort, { once: true });
  const stopListening = (): void => signal.removeEventListener('abort', abort);
  child.once('exit', stopListening);
  // A spawn that fails has no exit.
  child.once('close', stopListening);
}
