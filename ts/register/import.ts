/**
 * A bundle of its own (`scripts/build/bundle-table.mjs`): only Node before 22.15 needs it, and only
 * for ES modules.
 */
import { onBuiltinLoad } from '../node-builtins/on-load';
import { ownHooks, type Register } from './cover-register';
import { hasHooksThread, isOnHooksThread } from './hooks-thread';
import { resolveOnThisThread } from './resolver-urls';

/**
 * Makes the specifiers known to `import`, where Node has no hooks for it on this thread. To be
 * called when Node has loaded what it needs for the first ES module.
 *
 * @param registerBeforeOthers - for a program that has hooks of its own on another thread: ours are
 *   run there too
 */
function registerForImport(registerBeforeOthers: () => void): void {
  if ((!hasHooksThread() || isOnHooksThread()) && resolveOnThisThread()) registerBeforeOthers();
  else whenModuleIsLoaded(registerHooks);
}

/**
 * Calls back at once, but where it is `require('module')` that loads the loader of ES modules: then
 * when it is complete.
 */
function whenModuleIsLoaded(act: () => void): void {
  const { register } = require('node:module') as { register?: Register };
  if (register === undefined) onBuiltinLoad('module', act);
  else act();
}

function registerHooks(): void {
  const { register } = require('node:module') as { register: Register };
  register(ownHooks());
}

// As one value, for the reason that `child_process/channels.ts` has.
export = { registerForImport };
