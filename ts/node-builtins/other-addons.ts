import { IS_NODE } from '../node-version';
import { processState } from '../process-state';
import { process, sharedValues } from '../realm/main-realm';
import { beforeOtherAddons, OTHER_ADDONS } from './dlopen';

/** Runs a function that loads our addon: it is not one of the others. */
export function loadOwnAddon<Addon>(load: () => Addon): Addon {
  processState.isAddonLoading = true;
  try {
    return load();
  } finally {
    processState.isAddonLoading = false;
  }
}

/**
 * Loads our addon right before the first other addon is loaded in this thread. Ours remembers which
 * descriptors this process was given by its starter, by their missing close-on-exec flag. Node
 * opens none without that flag, so until the first other addon is loaded there is nothing that
 * could be taken for a given one, and ours may wait for the first spawn.
 *
 * @param load - loads it, and does not throw
 */
export function loadAddonBeforeOthers(load: () => void): void {
  // Bun and Deno load addons by other ways.
  if (!IS_NODE || typeof process.dlopen !== 'function') {
    load();
    return;
  }
  // The first copy of this package does it for all: each further one would be kept alive by its
  // function.
  if (sharedValues[OTHER_ADDONS] !== undefined) return;
  sharedValues[OTHER_ADDONS] = true;
  beforeOtherAddons(process, () => processState.isAddonLoading === true, load);
}
