import { IS_NODE } from '../node-version';
import { apply, includes } from '../realm/kept-functions';
import { process } from '../realm/main-realm';

/**
 * Node's list of the built-in modules that this thread has loaded, in order: `NativeModule <name>`.
 * Bun and Deno have none.
 */
export interface WithModuleLoadList {
  moduleLoadList?: string[];
}

/**
 * Whether a built-in module is loaded already. Where nothing says so, it may be: the lists of other
 * runtimes are not Node's.
 */
export function isBuiltinLoaded(name: string): boolean {
  const { moduleLoadList: list } = process as WithModuleLoadList;
  return !IS_NODE || list === undefined || (apply(includes, list, [`NativeModule ${name}`]) as boolean);
}

/**
 * Whether this is a worker. Node loads `worker_threads` in a worker before anything else, so where
 * it is not loaded this is the main thread: it need not be loaded to find out.
 */
export function inWorker(): boolean {
  return isBuiltinLoaded('worker_threads') && !nodeWorkerThreads().isMainThread;
}

function nodeWorkerThreads(): typeof import('node:worker_threads') {
  return require('node:worker_threads');
}
