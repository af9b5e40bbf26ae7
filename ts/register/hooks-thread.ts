import { HOOKS } from '../node-builtins/internal-modules';
import { inWorker, isBuiltinLoaded } from '../node-builtins/loaded';

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
