import { isBundled } from '../../bundles/bundled';
import { holdFile } from '../../bundles/hold-file';
import { ownFolder } from '../../bundles/own-place';
import { closeSync } from '../../node-builtins/kept-file-functions';
import { permissionModel } from '../../node-builtins/permission-model';
import { processState } from '../../process-state';
import { isOneOf, OF_FULL_TABLES } from '../error-names';

const FILE = `${ownFolder}/channels.js`;

/** What a spawn with a channel has beforehand. */
interface Held {
  /** The open file; -1 for none. */
  readonly descriptor: number;
  /** The negative error number with which the spawn fails; 0 for none. */
  readonly error: number;
}

/**
 * Opens the file of the modules for channels, unless they are loaded: they are loaded when the
 * child already runs, which takes a descriptor.
 *
 * @returns nothing where the program has given up its right to read files: Node's module, which is
 * loaded then, has a channel of its own
 * @throws where it cannot be read otherwise: the user has changed, or the package is gone, or is
 * another by now. Under the override, the call is left to Node then
 */
export function holdChannelModules(): Held | undefined {
  if (isBundled || require.cache?.[FILE] !== undefined) return { descriptor: -1, error: 0 };
  try {
    return { descriptor: holdFile(FILE), error: 0 };
  } catch (error) {
    const { errno = 0 } = error as NodeJS.ErrnoException;
    if (isOneOf(OF_FULL_TABLES, errno)) return { descriptor: -1, error: errno };
    if (permissionModel() !== undefined) return undefined;
    processState.unreadable = error;
    throw error;
  }
}

/** Closes it, when the child was started or not. */
export function letGo({ descriptor }: Held): void {
  if (descriptor >= 0) closeSync(descriptor);
}

/**
 * With the first channel, and when the child already runs: these modules and what they need of
 * Node's take as long to load as all the others together, and the child starts meanwhile.
 *
 * @param end - our end of the channel, which is closed when they cannot be loaded
 */
export function loadChannelModules(end: number): typeof import('../channels') {
  try {
    return require('../channels') as typeof import('../channels');
  } catch (error) {
    closeSync(end);
    // The child runs, and is not to be started twice.
    processState.unreadable = undefined;
    throw error;
  }
}
