import { sharedByCopies } from '../../main-realm';
import type { SpawnSync } from './spawn-sync-signatures';

/** One for all copies of this package. */
const replacement = sharedByCopies('spawnSync', (): { find: () => SpawnSync | undefined } => ({
  find: () => undefined,
}));

/**
 * Lets another function do the work of `spawnSync()`, and so of `execSync()` and `execFileSync()`.
 *
 * @param find - called by each `spawnSync()`; returns the function, or `undefined` to run ours
 */
export function replaceSpawnSync(find: () => SpawnSync | undefined): void {
  replacement.find = find;
}

/** The function that does the work of `spawnSync()`; `undefined` for ours. */
export function replacementOfSpawnSync(): SpawnSync | undefined {
  return replacement.find();
}
