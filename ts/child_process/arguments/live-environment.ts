import { IS_NODE } from '../../errors/node-version';
import { isEnabled } from '../../fast-paths';

/** `process.env` of this thread, as it was when this module was loaded. */
const processEnvironment = process.env;
// In Bun, what a program changes in `process.env` does not reach `environ`, nor does what Bun itself removes.
let unsafe = !isEnabled('live-environment') || !IS_NODE || workersWereLoaded() || inWorker() || !isRealEnvironment();

process.once('worker', () => {
  unsafe = true;
});

/**
 * Whether the C library's `environ` is what `process.env` says, and stays so during a spawn. It is not in a worker (which has a copy) and not when a program
 * replaced `process.env` or gave it inherited properties; and it is not safe to read when there may be a worker that shares it and changes it.
 */
export function isLive(): boolean {
  if (unsafe || process.env !== processEnvironment) return false;
  for (const _inherited in Object.getPrototypeOf(processEnvironment)) return false;
  return true;
}

/** Workers that are older than this module can't be seen; but without Node's module for them there is none. To be asked before this package loads it. */
function workersWereLoaded(): boolean {
  const { moduleLoadList } = process as { moduleLoadList?: readonly string[] };
  return moduleLoadList?.includes('NativeModule worker_threads') ?? true;
}

function inWorker(): boolean {
  const { isMainThread } = require('node:worker_threads') as typeof import('node:worker_threads');
  return !isMainThread;
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
