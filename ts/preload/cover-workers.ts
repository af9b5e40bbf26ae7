import type { Worker } from 'node:worker_threads';
import type { Preload } from '../node-options/preload-arguments';
import type * as whenUsed from './when-used';
import type { WorkerArguments } from './workers';

/**
 * Makes a worker.
 *
 * @param worker - Node's class
 * @param args - the arguments
 * @param target - the class that `new` was called with
 */
type StartWorker = (worker: typeof Worker, args: WorkerArguments, target: NewableFunction) => Worker;

/**
 * Lets each worker of this process load the preload. Many programs load `node:worker_threads`, as
 * they have when this is called, and make no worker.
 *
 * This is part of the small file that each process with the override loads, and imports nothing.
 *
 * @param process - the real one
 * @param preload - the preload
 * @param load - loads what the start of a process does without
 */
export function coverWorkers(process: NodeJS.Process, preload: Preload, load: () => typeof whenUsed): void {
  const workerThreads = require('node:worker_threads') as { Worker: typeof Worker };
  const construct: StartWorker = (worker, args, target) => {
    let start: typeof whenUsed.startWorker;
    try {
      start = load().startWorker;
      // An installation that writes the file now begins with an empty one.
      if (start === undefined) throw new Error('the file is empty');
    } catch (error) {
      process.emitWarning(`${preload.specifier} is not in this worker: ${(error as Error).message}`, 'PreloadWarning');
      return startWithout(preload, process.execArgv, worker, args, target);
    }
    return start(preload, worker, args, target);
  };
  // Without a prototype, from which it could inherit other traps.
  workerThreads.Worker = new Proxy(workerThreads.Worker, { __proto__: null, construct } as ProxyHandler<typeof Worker>);
}

/**
 * Makes a worker without the preload, whose files cannot be read any more: the process has given up
 * its rights, or the package is gone. Node could not load it in the worker either.
 */
function startWithout(
  { path }: Preload,
  execArgv: readonly string[],
  worker: typeof Worker,
  [filename, options]: WorkerArguments,
  target: NewableFunction,
): Worker {
  const args = options?.execArgv ?? execArgv;
  // Node refuses what is no list of texts.
  const left = Array.isArray(args)
    ? args.filter((argument, index) => !`${argument}`.includes(path) && args[index + 1] !== path)
    : args;
  // Inherited from the caller's, which may be frozen or have accessors.
  return Reflect.construct(worker, [filename, { __proto__: options, execArgv: left }], target) as Worker;
}
