import type { NativeAddon } from '../../binding';
import { platform } from '../../kept-process';
import { arrayMap, hasOwn } from '../../realm/primordials';
import type { PlannedEntry } from './plan';

/**
 * The plan as `SpawnRequest.descriptors` wants it: a descriptor of this process, or a constant of
 * the addon.
 */
export function descriptorNumbers(entries: readonly PlannedEntry[], addon: NativeAddon): number[] {
  return arrayMap(entries, (entry) => {
    switch (entry.type) {
      case 'ignore':
        return addon.NULL_DEVICE;
      case 'closed':
        return addon.CLOSED;
      case 'pipe':
        return hasOwn(entry, 'ipc') ? addon.CHANNEL : addon.PIPE;
      case 'overlapped':
        return platform === 'win32' ? addon.CHANNEL : addon.PIPE;
      case 'wrap':
        return inheritedDescriptor(entry.handle.fd, addon);
      default:
        return inheritedDescriptor(entry.fd, addon);
    }
  });
}

/**
 * A stream that is closed has -1, which the addon refuses; other negative numbers Node takes for
 * nothing.
 */
function inheritedDescriptor(descriptor: number, addon: NativeAddon): number {
  return descriptor < -1 ? addon.CLOSED : descriptor;
}
