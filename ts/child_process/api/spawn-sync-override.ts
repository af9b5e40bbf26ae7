import { sharedByCopies } from '../../main-realm';
import type { spawnSync } from './spawn-sync';

type SpawnSync = typeof spawnSync;

/** One for all copies of this package. */
const instead = sharedByCopies('spawnSync', (): { find: () => SpawnSync | undefined } => ({ find: () => undefined }));

/**
 * Lets another function do the work of `spawnSync()`, and so of `execSync()` and `execFileSync()`, whenever there is one.
 *
 * @param find - is asked at each call; `undefined`: ours
 */
export function doInstead(find: () => SpawnSync | undefined): void {
  instead.find = find;
}

/** The function that is to do the work of `spawnSync()`; `undefined`: ours. */
export function spawnSyncInstead(): SpawnSync | undefined {
  return instead.find();
}
