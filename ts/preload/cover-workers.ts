import type { Worker, WorkerOptions } from 'node:worker_threads';

/** What `new Worker()` gets. */
export type WorkerArguments = [filename: string | URL, options?: WorkerOptions];

/**
 * Makes a worker.
 *
 * @param worker - Node's class
 * @param args - the arguments
 * @param target - the class that `new` was called with
 */
export type StartWorker = (worker: typeof Worker, args: WorkerArguments, target: NewableFunction) => Worker;

/**
 * Lets a function make each worker of this process. Many programs load `node:worker_threads`, as
 * they have when this is called, and make none.
 *
 * This is part of the small file that each process with the override loads, and imports nothing.
 */
export function coverWorkers(start: StartWorker): void {
  const workerThreads = require('node:worker_threads') as { Worker: typeof Worker };
  // Without a prototype, from which it could inherit other traps.
  workerThreads.Worker = new Proxy(workerThreads.Worker, { __proto__: null, construct: start } as ProxyHandler<
    typeof Worker
  >);
}
