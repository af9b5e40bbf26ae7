import { processState } from '../../process-state';
import type { SpawnSync } from './spawn-sync-signatures';

/** The function that does the work of `spawnSync()`; `undefined` for ours. */
export function replacementOfSpawnSync(): SpawnSync | undefined {
  return processState.replacementOfSpawnSync?.() as SpawnSync | undefined;
}
