/**
 * Replaces Node's `child_process` and `querystring` for the whole program, its dependencies, its
 * workers and the children that it forks.
 *
 * To be loaded before the program: `node --import rt-std/override app.js`, `--require`, or through
 * `NODE_OPTIONS`.
 *
 * @packageDocumentation
 */

import type Module = require('node:module');

import { isFirstModule } from '../first-module';
import { beforeOtherAddons, OTHER_ADDONS } from '../node-builtins/dlopen';
import { CHANNEL_SWITCH } from '../preload/channel-switch';
import { CHILD_PROCESS, ES_MODULES, isUsual, list, ownProcess, startUsual, watchModules } from '../preload/small-start';
import { deferQuerystring, ENOUGH } from '../querystring/deferred';
import type { Querystring } from '../querystring/types';
import type { Early, Originals as Modules, Override } from './early';
import type * as fullStart from './full-start';
import { loadEarlyAddon } from './load-early-addon';
import type * as overrideMain from './main';
import { watchSpawnSyncBinding } from './spawn-sync-binding';
import { SWITCH } from './switch';

/** None in an ES module that a bundler has made. */
const preload = { specifier: 'rt-std/override', path: typeof __filename === 'string' ? __filename : '' };

let override: Override | undefined;
/** What was done at the start; nothing where the override is off. */
let early: Early | undefined;

function load(done: Early | undefined = early): Override {
  override ??= (require('./main') as typeof overrideMain).start(done);
  return override;
}

function startEarly(): Early {
  const started = startUsual(preload, () => load().loadWhenUsed());
  const { shared, state, forked, actions } = started;
  if (forked !== undefined) {
    forked.onFirstLook('child_process', require('node:child_process'), () => load().replaceChildProcess(false));
  } else actions[CHILD_PROCESS] = () => load().replaceChildProcess(true);

  const querystring = require('node:querystring') as Modules['querystring'];
  const nodes = { ...querystring };
  deferQuerystring(querystring as unknown as Querystring, nodes as unknown as Querystring, ENOUGH, (deferred) =>
    load().replaceQuerystring(deferred),
  );
  if (!isFirstModule && list.includes(ES_MODULES)) (module.constructor as typeof Module).syncBuiltinESMExports();

  if (shared[OTHER_ADDONS] === undefined) {
    shared[OTHER_ADDONS] = true;
    beforeOtherAddons(ownProcess, () => state.isAddonLoading === true, loadEarlyAddon);
  }
  // Last, since to ask a list that is watched takes longer.
  watchModules(started);
  return { querystring: nodes, isBindingReplaced: watchSpawnSyncBinding() };
}

early =
  ownProcess.env[SWITCH] === undefined && isUsual(preload, '/override/index.js')
    ? startEarly()
    : (require('./full-start') as typeof fullStart).start(preload, load);

const exported = {
  CHANNEL_SWITCH,
  SWITCH,
  isChannelOurs: () => load().isChannelOurs(),
  isOverridden: () => load().isOverridden(),
  originalModules: () => load().originalModules(),
};

/** The types of the module. */
declare namespace exported {
  type Originals = Modules;
}

// As one value: what a bundle does for named exports is a part of the preload's costs.
export = exported;
