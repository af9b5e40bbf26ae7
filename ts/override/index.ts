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

import { OWN_NAMES } from '../child_process/ipc/channel-environment';
import { isFirstModule } from '../first-module';
import { LANGUAGE_FUNCTIONS, languageFunctions } from '../language-functions';
import { beforeOtherAddons, OTHER_ADDONS } from '../node-builtins/dlopen';
import { LAST_KNOWN_MAJOR } from '../node-builtins/known-versions';
import { CHANNEL_SWITCH } from '../preload/channel-switch';
import { coverWorkers } from '../preload/cover-workers';
import { writePath } from '../preload/own-arguments';
import { BEFORE } from '../preload/own-node-options';
import type { ProcessState } from '../process-state';
import type { Querystring } from '../querystring/types';
import type { Early, Originals as Modules, Override } from './early';
import { loadEarlyAddon } from './load-early-addon';
import type * as overrideMain from './main';
import { deferQuerystring, ENOUGH } from './querystring';
import { watchSpawnSyncBinding } from './spawn-sync-binding';
import { SWITCH } from './switch';

// Each process reads, compiles and runs this file, whether it needs the override or not. So it only
// puts something in the way of all that may need it: the first of it loads the rest, `main.ts`, as
// does a start that is not as usual. What is imported here does nothing when it is loaded.

/** What Node's types leave out. */
interface Internals {
  readonly moduleLoadList: string[];
  readonly 'rt-std'?: Record<string, unknown>;
}

const OWN_PATH = '/dist/override/index.js';
const OWN_PATH_ON_WINDOWS = '\\dist\\override\\index.js';
/** None in an ES module that a bundler has made. */
const ownFile = typeof __filename === 'string' ? __filename : '';
const preload = { specifier: 'rt-std/override', path: ownFile };
/** In Node's list of loaded modules. */
const CHILD_PROCESS = 'NativeModule child_process';
const ES_MODULES = 'NativeModule internal/modules/esm/loader';
const WORKER_THREADS = 'NativeModule worker_threads';

/** A program may put something else in its place. */
const ownProcess = process;
const { env, execArgv, versions } = ownProcess;
const { moduleLoadList: list, 'rt-std': others } = ownProcess as unknown as Internals;
const { getPrototypeOf, set, setPrototypeOf } = Reflect;

let override: Override | undefined;
/** What was done at the start, if it was as usual. */
let early: Early | undefined;

function load(): Override {
  override ??= (require('./main') as typeof overrideMain).start(preload, early);
  return override;
}

/**
 * Whether the start is as usual (fast path `small-start`). If it is not, the rest is loaded at
 * once, and does all itself.
 */
function isUsual(): boolean {
  // A bundler may have made this part of another file; Jest evaluates it with a copy of `process`.
  if (!ownFile.endsWith(OWN_PATH) && !ownFile.endsWith(OWN_PATH_ON_WINDOWS)) return false;
  if (!(ownProcess.eventNames instanceof Function)) return false;
  if (versions.bun !== undefined || versions.deno !== undefined) return false;
  if (env[SWITCH] !== undefined || env[BEFORE] !== undefined || ownProcess.channel !== undefined) return false;
  if (env.RT_STD_DISABLE !== undefined || env.NODE_DEBUG !== undefined) return false;
  if (Number.parseInt(versions.node, 10) > LAST_KNOWN_MAJOR) return false;
  if (!Array.isArray(list) || !Object.isExtensible(list)) return false;
  if (list.includes(CHILD_PROCESS) || list.includes(WORKER_THREADS)) return false;
  return !writePath(execArgv, preload) && !env.NODE_OPTIONS?.includes(preload.specifier);
}

function startEarly(): void {
  for (const name of OWN_NAMES) delete env[name];
  const shared = others ?? ({ __proto__: null } as unknown as Record<string, unknown>);
  if (others === undefined) {
    Object.defineProperty(ownProcess, 'rt-std', { __proto__: null, get: () => shared } as PropertyDescriptor);
  }
  shared[LANGUAGE_FUNCTIONS] ??= languageFunctions();
  shared.state ??= { forkEnvironments: [] };
  const state = shared.state as ProcessState;
  const { forkEnvironments } = state;
  forkEnvironments[forkEnvironments.length] = (args, environment) => load().environmentOfFork(args, environment);
  state.workers ??= 'none yet';

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

  early = { querystring: nodes, isBindingReplaced: watchSpawnSyncBinding() };
  let hasChildProcess = false;
  let hasWorkers = false;
  const before = getPrototypeOf(list);
  // As in `on-load.ts`: Node appends a module's name before anybody sees its exports.
  const prototype = new Proxy(Object.create(before) as object, {
    set(target, key, value, receiver) {
      const isDefined = set(target, key, value, receiver);
      try {
        if (value === CHILD_PROCESS && !hasChildProcess) {
          hasChildProcess = true;
          load().replaceChildProcess();
        } else if (value === WORKER_THREADS && !hasWorkers) {
          hasWorkers = true;
          coverWorkers((worker, args, made) => load().startWorker(worker, args, made));
        }
      } catch (error) {
        ownProcess.emitWarning(error as Error);
      }
      if (hasChildProcess && hasWorkers && getPrototypeOf(list) === prototype) setPrototypeOf(list, before);
      return isDefined;
    },
  });
  setPrototypeOf(list, prototype);
}

if (isUsual()) startEarly();
else load();

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
