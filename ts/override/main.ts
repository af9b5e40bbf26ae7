/**
 * The override itself, a bundle of its own (`scripts/build/bundle-table.mjs`): a process whose
 * start is as usual loads it with the first thing that needs it (`index.ts`), any other at once.
 */
import { debug } from '../debug';
import { bundleError, isBundled } from '../node-builtins/bundled';
import { loadAddonBeforeOthers } from '../node-builtins/other-addons';
import type { Preload } from '../preload/arguments';
import { isChannelOurs } from '../preload/channel';
import { BEFORE, restoreNodeOptions } from '../preload/own-node-options';
import { loadRest, startPreload } from '../preload/start';
import {
  isChildProcessReplaced,
  originalModules,
  replaceBuiltins,
  replaceChildProcess,
  replaceQuerystring,
  takeEarly,
} from './builtins';
import type { Early, Override } from './early';
import { loadEarlyAddon } from './load-early-addon';
import { watchSpawnSyncBinding } from './spawn-sync-binding';
import { isOn, SWITCH } from './switch';

/**
 * Starts the override.
 *
 * @param preload - the file that is loaded before a program
 * @param early - what is done already; nothing where all is left to do
 */
function start(preload: Preload, early: Early | undefined): Override {
  if (early !== undefined) takeEarly(early);
  const isActive = early !== undefined || startNow(preload);
  return {
    environmentOfFork: (execArgv, env) => loadRest().environmentWithPreload(execArgv, env, preload),
    startWorker: (worker, args, target) => loadRest().startWorker(preload, worker, args, target),
    isChannelOurs,
    isOverridden: () => isActive && isChildProcessReplaced(),
    originalModules,
    replaceChildProcess: () => replaceChildProcess(true),
    replaceQuerystring,
  };
}

/** Does all that a start needs, and returns whether the override is on. */
function startNow(preload: Preload): boolean {
  if (isBundled) throw bundleError(preload.specifier);
  const { [BEFORE]: nodeOptions, [SWITCH]: value, NODE_DEBUG } = process.env;
  const isActive = value === undefined || isOn(value);
  if (nodeOptions !== undefined) restoreNodeOptions(nodeOptions);
  if (NODE_DEBUG) debug(() => `override: ${isActive ? 'on' : `off, since ${SWITCH} is '${value}'`}`);
  if (!isActive) return false;
  // First, as it asks the list of loaded modules: that takes longer once the list is watched.
  startPreload(preload);
  replaceBuiltins(watchSpawnSyncBinding());
  loadAddonBeforeOthers(loadEarlyAddon);
  return true;
}

// As one value: a bundle would define named exports by descriptors, which a program may have
// polluted by now (`Object.prototype.get`).
export = { start };
