import { processBackend } from '../../binding/process-backend';
import { SWITCH } from '../../binding/process-backend-switch';
import { IS_NODE } from '../../errors/node-version';
import { environment } from '../../kept-process';
import { process } from '../../main-realm';
import { processState, type ReplaceNodes } from '../../process-state';
import { SafeWeakMap } from '../../safe-collections';
import { behaveAs } from '../deviations';
import { nodesModule } from '../nodes-module';
import { execOf } from './exec';
import { execFileAsNode } from './exec-file';
import { execFileSyncOf, execSyncOf } from './exec-sync';
import { forkAsNode } from './fork';
import { spawnAsNode } from './spawn';
import { spawnSyncAsNode } from './spawn-sync';
import { replaceSpawnSync } from './spawn-sync-override';
import type { SpawnSync } from './spawn-sync-signatures';

/**
 * Lets `rt-std/override` find what puts our functions into the exports of Node's `child_process`.
 *
 * @param own - our exports
 */
export function replaceNodesBy(own: { readonly ChildProcess: unknown }): void {
  const replace: ReplaceNodes = (exported, originals, isBindingReplaced) => {
    nodesModule(originals);
    if (!canStartProcesses()) return false;
    behaveAs('node');
    // What Node's module does not have, options as well as functions, programs get from
    // `rt-std/child_process`.
    Object.assign(exported, {
      ChildProcess: own.ChildProcess,
      exec: execOf(exported),
      execFile: execFileAsNode,
      execFileSync: execFileSyncOf(spawnSyncAsNode),
      execSync: execSyncOf(spawnSyncAsNode),
      fork: forkAsNode,
      spawn: spawnAsNode,
      spawnSync: spawnSyncAsNode,
    });
    const nodes = originals.spawnSync as SpawnSync;
    replaceSpawnSync(() => (isBindingReplaced() ? nodes : undefined));
    return true;
  };
  processState.replacements ??= new SafeWeakMap<object, ReplaceNodes>();
  processState.replacements.set(own, replace);
}

/**
 * In Node, only a choice in the environment can fail. Otherwise Node's module starts the processes
 * where the addon cannot, so the addon need not be loaded before the first call. Bun and Deno need
 * the addon.
 */
function canStartProcesses(): boolean {
  if (IS_NODE && !environment[SWITCH]) return true;
  try {
    processBackend();
    return true;
  } catch (error) {
    process.emitWarning(`child_process stays Node's own: ${(error as Error).message}`, 'OverrideWarning');
    return false;
  }
}
