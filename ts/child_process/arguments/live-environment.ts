import { types } from 'node:util';
import { isEnabled } from '../../fast-paths';
import { environment } from '../../kept-process';
import { inWorker, isBuiltinLoaded } from '../../node-builtins/loaded';
import { IS_NODE, isNodeSince } from '../../node-version';
import { processState } from '../../process-state';
import { process, sharedByCopies } from '../../realm/main-realm';
import { definePropertyOrThrow, deleteProperty, getPrototypeOf } from '../../realm/primordials';
import { WORKERS, watchWorkers } from './started-workers';

const { isProxy } = types;

// In Bun, what a program changes in `process.env` does not reach `environ`, nor does what Bun
// itself removes.
const unsafe = !isEnabled('live-environment') || !IS_NODE || mayHaveWorkers() || inWorker();
/** Whether children get the real one, even where a program has replaced `process.env`. */
export const IGNORES_REPLACED = IS_NODE && isNodeSince(26, 12);
/** Whether that is the real one; asked at the first use, since the answer is an exception. */
let isReal: boolean | undefined;
const PROBE = Symbol('probe');

/** For all copies of this package. */
const workers = sharedByCopies(WORKERS, () => watchWorkers(process));

/**
 * Whether the C library's `environ` is what `process.env` says, and stays so during a spawn. It is
 * not in a worker (which has a copy) and not when a program replaced `process.env` or gave it
 * inherited properties; and it is not safe to read when there may be a worker that shares it and
 * changes it.
 */
export function isLive(): boolean {
  if (unsafe || workers.areSome || processState.workers === 'some' || process.env !== environment) return false;
  // A program may have removed all listeners of `process`: then nothing says when a worker is
  // started.
  if (process.listenerCount('worker', workers.listener) === 0) return false;
  for (const _inherited in getPrototypeOf(environment)) return false;
  isReal ??= isRealEnvironment();
  return isReal;
}

/**
 * What a child gets where it is given no environment: `process.env`, and from Node 26.12 on the
 * real one, whatever a program has put in its place. That is not to be found where it was replaced
 * before a file of this package was loaded.
 */
export function defaultEnvironment(): NodeJS.ProcessEnv {
  if (!IGNORES_REPLACED || process.env === environment) return process.env;
  isReal ??= isRealEnvironment();
  return isReal ? environment : process.env;
}

/**
 * Whether workers may have been started before this module was loaded. A preload sees all of them.
 */
function mayHaveWorkers(): boolean {
  return processState.workers === undefined && isBuiltinLoaded('worker_threads');
}

/**
 * The real `process.env` refuses accessors; whatever a program put in its place is an ordinary
 * object, or a Proxy, which may pass the refusal on.
 */
function isRealEnvironment(): boolean {
  if (isProxy(environment)) return false;
  try {
    const accessor = { __proto__: null, get: () => undefined, configurable: true } as PropertyDescriptor;
    definePropertyOrThrow(environment, PROBE, accessor);
    deleteProperty(environment, PROBE);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_INVALID_OBJECT_DEFINE_PROPERTY';
  }
}
