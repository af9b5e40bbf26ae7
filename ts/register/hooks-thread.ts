import { inWorker, isBuiltinLoaded } from '../node-builtins/loaded';

/**
 * What Node loads in order to run hooks on a thread of their own: here for the thread, and there.
 */
const HOOKS = 'internal/modules/esm/hooks';

/** Whether Node has loaded what it runs hooks on a thread of their own with. */
export function hasHooksThread(): boolean {
  return isBuiltinLoaded(HOOKS);
}

/**
 * Whether this is the thread for hooks, which loads the preloads, too; or a worker of a thread that
 * has one.
 */
export function isOnHooksThread(): boolean {
  return hasHooksThread() && inWorker();
}
