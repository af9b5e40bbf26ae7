import { IS_NODE } from '../../errors/node-version';
import { isEnabled } from '../../fast-paths';
import { inWorker, isBuiltinLoaded } from '../../node-builtins/loaded';
import { processState } from '../../process-state';

/** `process.env` of this thread, as it was when this module was loaded. */
const processEnvironment = process.env;
// In Bun, what a program changes in `process.env` does not reach `environ`, nor does what Bun itself removes.
let unsafe = !isEnabled('live-environment') || !IS_NODE || mayHaveWorkers() || inWorker() || !isRealEnvironment();

process.once('worker', () => {
  unsafe = true;
});

/**
 * Whether the C library's `environ` is what `process.env` says, and stays so during a spawn. It is not in a worker (which has a copy) and not when a program
 * replaced `process.env` or gave it inherited properties; and it is not safe to read when there may be a worker that shares it and changes it.
 */
export function isLive(): boolean {
  if (unsafe || processState.workers === 'some' || process.env !== processEnvironment) return false;
  for (const _inherited in Object.getPrototypeOf(processEnvironment)) return false;
  return true;
}

/** Whether there may be workers that are older than this module: a preload has seen them all, and without Node's module for them there is none. */
function mayHaveWorkers(): boolean {
  return processState.workers === undefined && isBuiltinLoaded('worker_threads');
}

/** The real `process.env` refuses accessors; whatever a program put in its place is an ordinary object. */
function isRealEnvironment(): boolean {
  const probe = Symbol('probe');
  try {
    Object.defineProperty(process.env, probe, { get: () => undefined, configurable: true });
    Reflect.deleteProperty(process.env, probe);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_INVALID_OBJECT_DEFINE_PROPERTY';
  }
}
