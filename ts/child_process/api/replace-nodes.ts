import { loadProcessAddon } from '../../binding/process-addon';
import { process } from '../../main-realm';
import { processState, type ReplaceNodes } from '../../process-state';
import { SafeWeakMap } from '../../safe-collections';
import { behaveAs } from '../deviations';
import { publishOn } from './published-on';
import { replaceSpawnSync } from './spawn-sync-override';
import type { SpawnSync } from './spawn-sync-signatures';

/**
 * Lets `rt-std/override` find what puts our functions into the exports of Node's `child_process`.
 *
 * @param own - our exports
 */
export function replaceNodesBy(own: { readonly killTree: unknown }): void {
  const replace: ReplaceNodes = (exported, originals, isBindingReplaced) => {
    try {
      loadProcessAddon();
    } catch (error) {
      process.emitWarning(`child_process stays Node's own: ${(error as Error).message}`, 'OverrideWarning');
      return false;
    }
    behaveAs('node');
    // A function that Node's module does not have: programs get it from `rt-std/child_process`.
    const { killTree, ...asNode } = own;
    Object.assign(exported, asNode);
    publishOn(own, exported);
    const nodes = originals.spawnSync as SpawnSync;
    replaceSpawnSync(() => (isBindingReplaced() ? nodes : undefined));
    return true;
  };
  processState.replacements ??= new SafeWeakMap<object, ReplaceNodes>();
  processState.replacements.set(own, replace);
}
