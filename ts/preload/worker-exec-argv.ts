import type * as workerThreads from 'node:worker_threads';
import { inWorker } from '../node-builtins/loaded';

/**
 * A worker without a list of arguments shows the `process.execArgv` of its parent, whatever it uses
 * of that. Ours gets a list, with the preload in it and without what Node refuses in a list, such
 * as V8's flags. So it is sent what to show, by Node's way for such data, and the preload puts that
 * into `process.execArgv`.
 */
const KEY = 'rt-std: process.execArgv';

const loadWorkerThreads = () => require('node:worker_threads') as typeof workerThreads;

/** Calls `start`, which makes a worker that shows these arguments. */
export function showingExecArgv<Result>(execArgv: readonly string[], start: () => Result): Result {
  const { getEnvironmentData, setEnvironmentData } = loadWorkerThreads();
  // Not in Deno. With two preloads, the inner one leaves what the outer one has set.
  if (setEnvironmentData === undefined || getEnvironmentData(KEY) !== undefined) return start();
  setEnvironmentData(KEY, [...execArgv]);
  try {
    return start();
  } finally {
    setEnvironmentData(KEY, undefined);
  }
}

/** What this worker shows; `undefined` outside of a worker, and in one that was given a list. */
export function execArgvToShow(): readonly string[] | undefined {
  if (!inWorker()) return undefined;
  const { getEnvironmentData, setEnvironmentData } = loadWorkerThreads();
  const execArgv = getEnvironmentData?.(KEY) as readonly string[] | undefined;
  // Workers of this worker inherit the data.
  if (execArgv !== undefined) setEnvironmentData(KEY, undefined);
  return execArgv;
}
