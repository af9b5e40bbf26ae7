import type { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { apply } from '../kept-functions';
import { process } from '../main-realm';
import { loadProcessAddon } from './process-addon';

const { listenerCount } = EventEmitter.prototype;
const { hasUncaughtExceptionCaptureCallback } = process;

/**
 * Calls listeners in the async context of a child, where the event loop has called us in none. What
 * they throw is reported within that context, as by Node: a listener of `'uncaughtException'` reads
 * the store of an `AsyncLocalStorage` to know whose request has failed.
 *
 * @param resource - that of the context
 * @param call - calls the listeners
 */
export function runReporting(resource: AsyncResource, call: () => void): void {
  resource.runInAsyncScope(() => {
    // Where the process is going to end, V8 knows best what to print about the place.
    if (!mayBeHandled()) return call();
    try {
      call();
    } catch (exception) {
      loadProcessAddon().reportException(exception);
    }
  });
}

/** Whether anybody hears of an exception that nobody catches. */
function mayBeHandled(): boolean {
  return (
    apply(listenerCount, process, ['uncaughtException']) > 0 ||
    apply(listenerCount, process, ['uncaughtExceptionMonitor']) > 0 ||
    // A domain has set that.
    (hasUncaughtExceptionCaptureCallback?.() ?? false)
  );
}
