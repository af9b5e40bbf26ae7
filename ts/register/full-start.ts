/**
 * A start of `rt-std/register` that is not as usual, a bundle of its own
 * (`scripts/build/bundle-table.mjs`): it takes nothing for granted of the process.
 */

import { bundleError, isBundled } from '../bundles/bundled';
import { ES_MODULE_LOADER } from '../node-builtins/internal-modules';
import { moduleClass, syncESModules } from '../node-builtins/module-class';
import { onBuiltinLoad } from '../node-builtins/on-load';
import { restoreNodeOptions } from '../node-options/own-node-options';
import type { Preload } from '../node-options/preload-arguments';
import { NODE_MAJOR } from '../node-version';
import { startPreload } from '../preload/start';
import { process } from '../realm/main-realm';
import { registerForRequire } from './commonjs';
import { coverRegister } from './cover-register';
import { isOnHooksThread } from './hooks-thread';
import { importLoader } from './load-import';
import { type RegisterHooks, registerSynchronously } from './synchronous-hooks';

/** @param preload - the file that is loaded before a program */
function start(preload: Preload): void {
  if (isBundled) throw bundleError(preload.specifier);
  restoreNodeOptions();
  startPreload(preload);
  // On the thread for hooks, those of Node 22 cannot do what hooks of this kind ask for. Node 26
  // can, and warns of the other kind.
  const { registerHooks } = moduleClass() as { registerHooks?: RegisterHooks };
  if (registerHooks !== undefined && (!isOnHooksThread() || NODE_MAJOR >= 26)) {
    registerSynchronously(registerHooks);
    registerBeforeOthers();
  } else {
    registerForRequire(moduleClass());
    const load = importLoader(process);
    onBuiltinLoad(ES_MODULE_LOADER, () => load().registerForImport(registerBeforeOthers));
  }
}

function registerBeforeOthers(): void {
  onBuiltinLoad('module', () => coverRegister(moduleClass(), syncESModules));
}

// As one value: what a bundle does for named exports is a part of the preload's costs.
export = { start };
