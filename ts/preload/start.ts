import { OWN_NAMES, PARENT_NAME } from '../child_process/ipc/channel-environment';
import { awaitTraffic } from '../child_process/parent-channel/await-traffic';
import { inWorker, isBuiltinLoaded } from '../node-builtins/loaded';
import { syncESModules } from '../node-builtins/module-class';
import { onBuiltinLoad } from '../node-builtins/on-load';
import { writePath } from '../node-options/own-arguments';
import type { Preload } from '../node-options/preload-arguments';
import { processState } from '../process-state';
import { currentTimers, TIMERS } from '../realm/kept-timers';
import { sharedValues } from '../realm/main-realm';
import { CHANNEL_SWITCH } from './channel-switch';
import { coverWorkers } from './cover-workers';
import { loadWhenUsed } from './load-when-used';

/**
 * What both preloads do at the start of a process. To be called before anything lets the event loop
 * run.
 *
 * It hands the preload on to forked children and to workers, whatever arguments and environment
 * they are given. The command line of this process and its `NODE_OPTIONS` are rewritten to the
 * absolute path, so that whoever inherits them finds the file.
 */
export function startPreload(preload: Preload): void {
  sharedValues[TIMERS] ??= currentTimers(globalThis, process);
  const { specifier } = preload;
  const { env, execArgv } = process;
  const hasWorkers = isBuiltinLoaded('worker_threads');
  const isWorker = hasWorkers && inWorker();
  if (!isWorker) {
    const parent = env[PARENT_NAME];
    // `process.env` shows a child what Node shows it.
    for (let index = 0; index < OWN_NAMES.length; index++) delete env[OWN_NAMES[index] as string];
    // The first of two preloads does it.
    if (process.channel && processState.hasOurChannel !== true && env[CHANNEL_SWITCH] !== 'off') {
      processState.hasOurChannel = awaitTraffic(parent);
    }
  }
  const isUnusual = writePath(execArgv, preload, !isWorker);
  if (isUnusual || isWorker) loadWhenUsed().showExecArgv(preload);
  const { NODE_OPTIONS } = env;
  if (NODE_OPTIONS?.includes(specifier)) env.NODE_OPTIONS = loadWhenUsed().nodeOptionsWithPath(NODE_OPTIONS, preload);
  const { preloads } = processState;
  preloads[preloads.length] = preload;
  // Workers that are older than the first preload can't be seen.
  processState.workers ??= hasWorkers ? 'some' : 'none yet';
  onBuiltinLoad('worker_threads', (isNew) => {
    coverWorkers(process, preload, loadWhenUsed);
    if (!isNew) syncESModules();
  });
}
