export type Register = typeof import('node:module')['register'];

/**
 * Makes the specifiers known to the hooks that a program has on a thread of their own
 * (`module.register()`): ours are registered right before its first. To be called when Node has
 * loaded `node:module`.
 *
 * @param exported - its exports
 * @param syncESModules - lets ES modules see what was changed there
 */
export function coverRegister(exported: unknown, syncESModules: () => void): void {
  const modules = exported as { register?: Register };
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

/** For the thread that Node's hooks run on. */
export function ownHooks(): URL {
  const { pathToFileURL } = require('node:url') as typeof import('node:url');
  return pathToFileURL(`${__dirname}/import-hooks.mjs`);
}
