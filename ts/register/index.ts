/**
 * Makes `rt:child_process` and `rt:querystring` real specifiers, for `require`, `import` and
 * dynamic `import()`, in workers and forked children too.
 *
 * To be loaded before the program: `node --import rt-std/register app.mjs`, `--require`, or through
 * `NODE_OPTIONS`.
 *
 * @packageDocumentation
 */
import type Module = require('node:module');

import { HOOKS } from '../node-builtins/internal-modules';
import { CHANNEL_SWITCH } from '../preload/channel-switch';
import {
  ES_MODULES,
  isChannelOurs,
  isUsual,
  isWorker,
  list,
  ownProcess,
  startUsual,
  watchModules,
} from '../preload/small-start';
import type * as whenUsed from '../preload/when-used';
import { registerForRequire } from './commonjs';
import { coverRegister } from './cover-register';
import type * as fullStart from './full-start';
import { importLoader } from './load-import';
import { type RegisterHooks, registerSynchronously } from './synchronous-hooks';

/** In Node's list of loaded modules. */
const MODULE = 'NativeModule module';

const preload = { specifier: 'rt-std/register', path: typeof __filename === 'string' ? __filename : '' };

function startEarly(): void {
  const started = startUsual(preload, () => require('../preload/when-used') as typeof whenUsed);
  const { actions } = started;
  const modules = module.constructor as typeof Module & { registerHooks?: RegisterHooks };
  const { registerHooks } = modules;
  // A worker has got a class in the place of `Worker`, which an ES module may have imported.
  if (isWorker && list.includes(ES_MODULES)) modules.syncBuiltinESMExports();
  const whenLoaded = (entry: string, act: () => void): void => {
    if (list.includes(entry)) act();
    else actions[entry] = act;
  };
  let isOnThisThread = registerHooks !== undefined;
  if (registerHooks !== undefined) registerSynchronously(registerHooks);
  else {
    registerForRequire(modules);
    const load = importLoader(ownProcess);
    whenLoaded(ES_MODULES, () => {
      load().registerForImport(() => {
        isOnThisThread = true;
      });
    });
  }
  whenLoaded(MODULE, () => {
    if (isOnThisThread) coverRegister(modules, () => modules.syncBuiltinESMExports());
  });
  watchModules(started);
}

// Where there is a thread for hooks, a worker needs other ones.
if (isUsual(preload, '/register/index.js') && !list.includes(`NativeModule ${HOOKS}`)) startEarly();
else (require('./full-start') as typeof fullStart).start(preload);

// As one value: what a bundle does for named exports is a part of the preload's costs.
export = { CHANNEL_SWITCH, isChannelOurs: (): boolean => isChannelOurs() };
