import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inWorker, isBuiltinLoaded } from '../node-builtins/loaded';
import { ES_MODULE_LOADER, moduleClass, syncESModules } from '../node-builtins/module-class';
import { onBuiltinLoad } from '../node-builtins/on-load';
import { resolveOnThisThread } from './resolver-urls';

type Register = typeof import('node:module')['register'];

/**
 * What Node loads in order to run hooks on a thread of their own: here for the thread, and there.
 */
const HOOKS = 'internal/modules/esm/hooks';

/**
 * Makes the specifiers known to `import`, where Node has no hooks for it on this thread: when Node
 * loads what it needs for the first ES module.
 *
 * Where a program has hooks of its own on another thread, ours are run there too.
 */
export function registerForImport(): void {
  onBuiltinLoad(ES_MODULE_LOADER, () => {
    if ((!isBuiltinLoaded(HOOKS) || isOnHooksThread()) && resolveOnThisThread()) registerBeforeOthers();
    else whenModuleIsLoaded(registerHooks);
  });
}

/**
 * Whether this is the thread for hooks, which loads the preloads, too; or a worker of a thread that
 * has one.
 */
export function isOnHooksThread(): boolean {
  return isBuiltinLoaded(HOOKS) && inWorker();
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

function ownHooks(): URL {
  return pathToFileURL(join(__dirname, 'import-hooks.mjs'));
}

/**
 * Makes the specifiers known to the hooks that a program has on a thread of their own
 * (`module.register()`): ours are registered right before its first.
 */
export function registerBeforeOthers(): void {
  onBuiltinLoad('module', coverRegister);
}

function coverRegister(): void {
  const modules = moduleClass() as { register?: Register };
  const original = modules.register;
  if (original === undefined) return;
  let isDone = false;
  modules.register = function register(this: unknown, ...args: Parameters<Register>) {
    if (!isDone) {
      isDone = true;
      // Whoever has put a function of its own over this one keeps it.
      if (modules.register === register) modules.register = original;
      syncESModules();
      Reflect.apply(original, modules, [ownHooks()]);
    }
    return Reflect.apply(original, this, args);
  } as Register;
  syncESModules();
}
