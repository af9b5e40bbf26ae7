import { nodeError } from '../errors';
import { platform } from '../kept-process';
import { inLastingContext, loadAddon, type NativeAddon } from './index';
import { takeLowDescriptors } from './low-descriptors';
import { mayBeNative } from './process-backend-switch';

/** What was found to be good is not asked for again: a spawn asks several times. */
let checked: NativeAddon | undefined;

/**
 * The addon, with functions for processes. When it is loaded, it remembers which descriptors this
 * process was given by its starter: what is open then and survives an exec counts as given.
 *
 * @throws `ERR_DLOPEN_FAILED` when there is no addon; `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` when
 * this platform's has no such functions: they are there on Linux and Windows
 */
export function loadProcessAddon(): NativeAddon {
  checked ??= check(loadAddon());
  return checked;
}

function check(addon: NativeAddon): NativeAddon {
  if (!('spawnSynchronously' in addon)) {
    const text = `rt-std/child_process is not available on ${platform}: it needs Linux, or Windows`;
    throw nodeError('TypeError', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', text);
  }
  inLastingContext(() => addon.prepareToSpawn(takeLowDescriptors()));
  return addon;
}

/**
 * Loads the addon before it is needed, if there is one and it is what starts processes. A failure
 * is reported where the addon is needed.
 */
export function loadProcessAddonEarly(): void {
  if (!mayBeNative()) return;
  try {
    loadProcessAddon();
  } catch {}
}
