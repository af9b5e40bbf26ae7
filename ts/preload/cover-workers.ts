import type { Worker, WorkerOptions } from 'node:worker_threads';
import { syncESModules } from '../node-builtins/module-class';
import { onBuiltinLoad } from '../node-builtins/on-load';

/** What `new Worker()` gets. */
export type WorkerArguments = [filename: string | URL, options?: WorkerOptions];

/**
 * Lets a function make each worker of this process. Many programs load `node:worker_threads` and
 * make none.
 *
 * @param start - gets Node's class, the arguments, and the class that `new` was called with
 */
export function coverWorkers(
  start: (worker: typeof Worker, args: WorkerArguments, target: NewableFunction) => Worker,
): void {
  onBuiltinLoad('worker_threads', (isNew) => {
    const workerThreads = require('node:worker_threads') as { Worker: typeof Worker };
    // Without a prototype, from which it could inherit other traps.
    workerThreads.Worker = new Proxy(workerThreads.Worker, { __proto__: null, construct: start } as ProxyHandler<
      typeof Worker
    >);
    if (!isNew) syncESModules();
  });
}
