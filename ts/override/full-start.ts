/**
 * A start of the override that is not as usual, a bundle of its own
 * (`scripts/build/bundle-table.mjs`): it takes nothing for granted of the process.
 */

import { bundleError, isBundled } from '../bundles/bundled';
import { debug } from '../debug';
import { getBuiltinModule } from '../node-builtins/built-in';
import { onFirstLook } from '../node-builtins/first-look';
import { inWorker } from '../node-builtins/loaded';
import { moduleClass, syncESModules } from '../node-builtins/module-class';
import { onBuiltinLoad } from '../node-builtins/on-load';
import { loadAddonBeforeOthers } from '../node-builtins/other-addons';
import { restoreNodeOptions } from '../node-options/own-node-options';
import type { Preload } from '../node-options/preload-arguments';
import { IS_NODE } from '../node-version';
import { startPreload } from '../preload/start';
import { processState } from '../process-state';
import { deferQuerystring, ENOUGH } from '../querystring/deferred';
import type { Querystring } from '../querystring/types';
import { apply, keptFunctions } from '../realm/kept-functions';
import { process as realProcess, sharedValues } from '../realm/main-realm';
import { isSwitchedOff } from '../switched-off';
import type { Early, Originals, Override } from './early';
import type * as earlyAddon from './early-addon';
import { replaceChildProcess } from './late-child-process';
import { nodesChildProcess } from './nodes-child-process';
import { isChildProcessTaken, isQuerystringTaken } from './replaced-before';
import { watchSpawnSyncBinding } from './spawn-sync-binding';
import { isOn, SWITCH } from './switch';

/**
 * Sees that our functions are in the exports of Node's own modules, for CommonJS and ES modules
 * alike, when a program gets to see them. Nothing is loaded before: Node's `child_process` and ours
 * when somebody asks for the module, our `querystring` when a function of it has much to do.
 * Whoever has taken a function out before keeps Node's.
 *
 * @param preload - the file that is loaded before a program
 * @param load - loads the override itself
 * @returns nothing where the override is off
 */
function start(preload: Preload, load: (early: Early) => Override): Early | undefined {
  if (isBundled) throw bundleError(preload.specifier);
  const { [SWITCH]: value, NODE_DEBUG } = process.env;
  const isActive = value === undefined || isOn(value);
  restoreNodeOptions();
  if (NODE_DEBUG) debug(() => `override: ${isActive ? 'on' : `off, since ${SWITCH} is '${value}'`}`);
  if (!isActive) return undefined;
  const mayBeTaken = IS_NODE && processState.model === undefined;
  processState.model = 'node';
  // First, as it asks the list of loaded modules: that takes longer once the list is watched.
  startPreload(preload);

  const querystring = require('node:querystring') as Originals['querystring'];
  const early: Early = { querystring: { ...querystring }, isBindingReplaced: watchSpawnSyncBinding() };
  if (!mayBeTaken || !isQuerystringTaken(querystring, keptFunctions, realProcess)) {
    const enough = isSwitchedOff('late-querystring') ? 0 : ENOUGH;
    const replaceNow = deferQuerystring(asOurs(querystring), asOurs(early.querystring), enough, (deferred) =>
      load(early).replaceQuerystring(deferred),
    );
    // Other runtimes have modules of their own, which differ from Node's where ours does not.
    if (!IS_NODE) replaceNow();
    else syncESModules();
  }
  const modules = moduleClass() as ReturnType<typeof moduleClass> & { _load(id: string): unknown };
  const { _load } = modules;
  const byNode = (id: string): unknown => apply(_load, modules, [id]);
  const loadModule: NodeJS.Require | typeof byNode = IS_NODE ? byNode : require;
  const childProcess = () => nodesChildProcess(getBuiltinModule, loadModule, keptFunctions);
  const replace = (isNew: boolean): void => {
    const thread = {
      process: realProcess,
      shared: sharedValues,
      isNode: IS_NODE,
      isSwitchedOff,
      mayBeTaken,
      isMain: !inWorker(),
      childProcess,
      getBuiltinModule,
    };
    replaceChildProcess(thread, early, () => load(early));
    // For whoever has imported it before the override was loaded.
    if (!isNew) syncESModules();
  };
  onBuiltinLoad('child_process', (isNew) => {
    if (isNew || !IS_NODE) replace(isNew);
    else {
      const exported = childProcess();
      if (mayBeTaken && isChildProcessTaken(exported, keptFunctions, realProcess)) return;
      onFirstLook('child_process', exported, () => replace(false));
    }
  });
  loadAddonBeforeOthers(() => (require('./early-addon') as typeof earlyAddon).loadProcessAddonEarly());
  return early;
}

/** The types of Node's module differ in what they allow. */
function asOurs(nodes: Originals['querystring']): Querystring {
  return nodes as unknown as Querystring;
}

// As one value, as in `index.ts`.
export = { start };
