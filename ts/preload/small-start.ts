/**
 * What a preload does at each start that is as usual (fast path `small-start`): it puts something
 * in the way of all that may need it, and the first of it loads the rest. Each process reads,
 * compiles and runs this, whether it needs a preload or not, and nothing that is imported here does
 * anything when it is loaded.
 */
import { OWN_NAMES, PARENT_NAME } from '../child_process/ipc/channel-environment';
import { FILE_FUNCTIONS, fileFunctions } from '../node-builtins/file-functions';
import { ES_MODULE_LOADER } from '../node-builtins/internal-modules';
import { LAST_KNOWN_MAJOR } from '../node-builtins/known-versions';
import { watchList } from '../node-builtins/watch-list';
import { writePath } from '../node-options/own-arguments';
import { restoreNodeOptions, writeIntoNodeOptions } from '../node-options/own-node-options';
import type { Preload } from '../node-options/preload-arguments';
import type { ProcessState } from '../process-state';
import { currentTimers, TIMERS } from '../realm/kept-timers';
import { LANGUAGE_FUNCTIONS, languageFunctions } from '../realm/language-functions';
import { REAL_PROCESS, SHARED, STATE } from '../realm/shared-names';
import { CHANNEL_SWITCH } from './channel-switch';
import { coverWorkers } from './cover-workers';
import type * as forkedChild from './forked-child';
import type * as whenUsed from './when-used';
import type * as workerStart from './worker-start';

/** What Node's types leave out. */
interface Internals {
  readonly moduleLoadList: string[];
  readonly [SHARED]?: Record<string, unknown>;
}

/** In Node's list of loaded modules. */
export const CHILD_PROCESS = 'NativeModule child_process';
export const ES_MODULES = `NativeModule ${ES_MODULE_LOADER}`;
const WORKER_THREADS = 'NativeModule worker_threads';

/** A program may put something else in its place. */
export const ownProcess = process;
const { env, platform, arch, versions, execArgv } = ownProcess;
export const { moduleLoadList: list } = ownProcess as unknown as Internals;

/** Whether a forked child is starting: Node has loaded `child_process` for its channel. */
const isForked = ownProcess.channel !== undefined;

/** Node loads this module in a worker before anything else. */
const hasWorkerThreads = Array.isArray(list) && list.includes(WORKER_THREADS);
export const isWorker =
  hasWorkerThreads && !(require('node:worker_threads') as typeof import('node:worker_threads')).isMainThread;

/** What is done when Node has loaded a module of its own, by the entry in its list. */
type Actions = Record<string, (() => void) | undefined>;

/**
 * Whether the start is as usual. If it is not, all is loaded at once.
 *
 * @param preload - the preload
 * @param ownPath - the end of its path in the package, after its folder `dist`
 */
export function isUsual(preload: Preload, ownPath: string): boolean {
  const { path } = preload;
  // A bundler may have made this part of another file; Jest evaluates it with a copy of `process`.
  if (!path.endsWith(`/dist${ownPath}`) && !path.endsWith(`\\dist${ownPath.replaceAll('/', '\\')}`)) return false;
  if (!(ownProcess.eventNames instanceof Function)) return false;
  if (versions.bun !== undefined || versions.deno !== undefined) return false;
  if (env.RT_STD_DISABLE !== undefined || env.NODE_DEBUG !== undefined) return false;
  if (Number.parseInt(versions.node, 10) > LAST_KNOWN_MAJOR) return false;
  if (!Array.isArray(list) || !Object.isExtensible(list)) return false;
  if (list.includes(CHILD_PROCESS) !== isForked || hasWorkerThreads !== isWorker) return false;
  return !writePath(execArgv, preload, !isWorker) && !writeIntoNodeOptions(preload);
}

/**
 * What all copies of this package in this thread have in common (`main-realm.ts`); `undefined`
 * before the first of them has begun.
 */
function sharedValues(): Record<string, unknown> | undefined {
  return (ownProcess as unknown as Internals)[SHARED];
}

/**
 * Whether the channel of this process to its parent goes through rt-std, and not through Node, from
 * its first message on, or as soon as its traffic is worth it (fast path `late-channel`).
 */
export function isChannelOurs(): boolean {
  return (sharedValues()?.[STATE] as ProcessState | undefined)?.hasOurChannel === true;
}

/** What a start has done. */
interface Started {
  readonly shared: Record<string, unknown>;
  readonly state: ProcessState;
  /** What a forked child needs; nothing in another process. */
  readonly forked: typeof forkedChild | undefined;
  /** To be given to {@link watchModules}, with more. */
  readonly actions: Actions;
}

/**
 * Does what both preloads do at the start.
 *
 * @param preload - the preload
 * @param loadWhenUsed - what the start does without
 */
export function startUsual(preload: Preload, loadWhenUsed: () => typeof whenUsed): Started {
  const parent = isForked ? env[PARENT_NAME] : undefined;
  // `process.env` shows a child what Node shows it.
  if (!isWorker) for (const name of OWN_NAMES) delete env[name];
  restoreNodeOptions();
  const others = sharedValues();
  const shared = others ?? ({ __proto__: null } as unknown as Record<string, unknown>);
  if (others === undefined) {
    Object.defineProperty(ownProcess, SHARED, { __proto__: null, get: () => shared } as PropertyDescriptor);
  }
  shared[LANGUAGE_FUNCTIONS] ??= languageFunctions();
  shared[TIMERS] ??= currentTimers(globalThis, ownProcess);
  shared[REAL_PROCESS] = ownProcess;
  shared[FILE_FUNCTIONS] ??= fileFunctions(require('node:fs') as typeof import('node:fs'));
  shared[STATE] ??= { preloads: [], environment: env, platform, arch, versions };
  const state = shared[STATE] as ProcessState;
  const forked = isForked ? loadForkedChild(preload) : undefined;
  // The first of two preloads does it.
  if (forked !== undefined && state.hasOurChannel !== true && env[CHANNEL_SWITCH] !== 'off') {
    state.hasOurChannel = forked.awaitTraffic(parent);
  }
  const { preloads } = state;
  preloads[preloads.length] = preload;
  const actions = { __proto__: null } as unknown as Actions;
  const cover = () => coverWorkers(ownProcess, preload, loadWhenUsed);
  // Workers that are older than the first preload can't be seen.
  state.workers ??= isWorker ? 'some' : 'none yet';
  if (isWorker) {
    (require('./worker-start') as typeof workerStart).showExecArgv(preload);
    cover();
  } else actions[WORKER_THREADS] = cover;
  return { shared, state, forked, actions };
}

/**
 * A child may have permissions of its own, which show it this file, and not the rest of the
 * package: it is one of Node's then.
 */
function loadForkedChild({ specifier }: Preload): typeof forkedChild | undefined {
  try {
    return require('./forked-child') as typeof forkedChild;
  } catch (error) {
    ownProcess.emitWarning(`${specifier} is not in this child: ${(error as Error).message}`, 'PreloadWarning');
    return undefined;
  }
}

/**
 * Does something as soon as Node has loaded one of its own modules, for whomever, and before
 * anybody sees its exports (`node-builtins/on-load.ts`).
 *
 * What is thrown there becomes a process warning, since an exception would be Node's module failing
 * to load.
 */
export function watchModules({ shared, actions }: Started): void {
  let count = Object.keys(actions).length;
  watchList(list, shared[LANGUAGE_FUNCTIONS] as ReturnType<typeof languageFunctions>, (value) => {
    const act = actions[value as string];
    if (act !== undefined) {
      actions[value as string] = undefined;
      count--;
      try {
        act();
      } catch (error) {
        ownProcess.emitWarning(error as Error);
      }
    }
    return count === 0;
  });
}
