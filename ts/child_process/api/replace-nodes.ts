import { processBackend } from '../../binding/process-backend';
import { BACKEND_SWITCH } from '../../binding/process-backend-names';
import { environment } from '../../kept-process';
import { IS_NODE } from '../../node-version';
import { type FunctionsForNodes, type NodesFunctions, processState } from '../../process-state';
import { process } from '../../realm/main-realm';
import { SafeWeakMap } from '../../realm/safe-collections';
import { execOf } from './exec';
import { execFileAsNode } from './exec-file';
import { execFileSyncOf, execSyncOf } from './exec-sync';
import { forkAsNode } from './fork';
import { spawnAsNode } from './spawn';
import { spawnSyncAsNode } from './spawn-sync';

/**
 * Lets `rt-std/override` find what gives our functions for the exports of Node's `child_process`.
 *
 * @param own - our exports
 */
export function replaceNodesBy(own: { readonly ChildProcess: unknown }): void {
  const functionsForNodes: FunctionsForNodes = (exported) => {
    if (!canStartProcesses()) return undefined;
    // What Node's module does not have, options as well as functions, programs get from
    // `rt-std/child_process`.
    return {
      ChildProcess: own.ChildProcess,
      exec: execOf(exported),
      execFile: execFileAsNode,
      execFileSync: execFileSyncOf(spawnSyncAsNode),
      execSync: execSyncOf(spawnSyncAsNode),
      fork: forkAsNode,
      spawn: spawnAsNode,
      spawnSync: spawnSyncAsNode,
    } as unknown as NodesFunctions;
  };
  processState.replacements ??= new SafeWeakMap<object, FunctionsForNodes>();
  processState.replacements.set(own, functionsForNodes);
}

/**
 * In Node, only a choice in the environment can fail. Otherwise Node's module starts the processes
 * where the addon cannot, so the addon need not be loaded before the first call. Bun and Deno need
 * the addon.
 */
function canStartProcesses(): boolean {
  if (IS_NODE && !environment[BACKEND_SWITCH]) return true;
  try {
    processBackend();
    return true;
  } catch (error) {
    process.emitWarning(`child_process stays Node's own: ${(error as Error).message}`, 'OverrideWarning');
    return false;
  }
}
