import type nodeChildProcess = require('node:child_process');

import type { Preload } from './node-options/preload-arguments';
import { process, sharedValues } from './realm/main-realm';
import type { SafeWeakMap } from './realm/safe-collections';
import { STATE } from './realm/shared-names';

/** What takes the place of Node's functions in the exports of `child_process`. */
export type NodesFunctions = Pick<
  typeof nodeChildProcess,
  'ChildProcess' | 'exec' | 'execFile' | 'execFileSync' | 'execSync' | 'fork' | 'spawn' | 'spawnSync'
>;

/**
 * Gives the functions of a copy of `rt-std/child_process` for the exports of Node's module.
 *
 * @param exported - the exports
 * @returns nothing where nothing can start processes, which is a process warning
 */
export type FunctionsForNodes = (exported: typeof nodeChildProcess) => NodesFunctions | undefined;

/** What the preloads and `rt-std/child_process` share within a thread. */
export interface ProcessState {
  /** The preloads of this process: forked children get them too. */
  readonly preloads: Preload[];
  /** `process.env` as it was when the first file of this package was loaded. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Of `process`, as they were then: `kept-process.ts`. */
  readonly platform?: NodeJS.Platform;
  readonly arch?: NodeJS.Architecture;
  readonly versions?: NodeJS.ProcessVersions;
  /** Whether a preload has seen every worker that was made; `undefined` without a preload. */
  workers?: 'none yet' | 'some';
  /** Whether our end of the channel to the parent is in the place of Node's. */
  hasOurChannel?: boolean;
  /**
   * What holds where the reference and Node differ (`child_process/deviations.ts`): the reference,
   * unless the override has chosen Node. What it promises holds for the whole program.
   */
  model?: 'node';
  /**
   * Gives the function that does the work of `spawnSync()`, and so of `execSync()` and
   * `execFileSync()`, in the place of ours; asked by each call.
   */
  replacementOfSpawnSync?: () => typeof nodeChildProcess.spawnSync | undefined;
  /**
   * Has the override load ours, which it does at a program's first call otherwise; `undefined`
   * where there is nothing to load.
   */
  takeOver?: () => void;
  /**
   * By the exports of each copy of `rt-std/child_process`, what gives its functions for the exports
   * of Node's module.
   */
  replacements?: SafeWeakMap<object, FunctionsForNodes>;
  /**
   * Descriptors that are reserved until the addon takes them over; none after that, and `undefined`
   * before they are reserved.
   */
  lowDescriptors?: number[];
  /** The error of the last call that could not be done, since a file of ours cannot be read. */
  unreadable?: unknown;
  /** Whether our own addon is being loaded now; `undefined` before it was. */
  isAddonLoading?: boolean;
  /** What this thread has used of this package (`bundles/uses.ts`). */
  uses?: number;
  /** Called when it uses something for the first time. */
  onFirstUse?: (() => void) | undefined;
}

if (sharedValues[STATE] === undefined) {
  const { env, platform, arch, versions } = process;
  sharedValues[STATE] = { preloads: [], environment: env, platform, arch, versions };
}

/**
 * The state of this thread, for all copies of this package. It is kept on `process`: each entry of
 * the package is a file of its own, and a preload must not load another one to leave something
 * there for it.
 */
export const processState = sharedValues[STATE] as ProcessState;
