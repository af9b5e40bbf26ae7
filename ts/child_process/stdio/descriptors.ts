import type { NativeAddon } from '../../binding';
import type { PlannedEntry } from './plan';

/** The plan as `SpawnRequest.descriptors` wants it: a descriptor of this process, or a constant of the addon. */
export function descriptorNumbers(entries: readonly PlannedEntry[], addon: NativeAddon): number[] {
  return entries.map((entry) => {
    switch (entry.type) {
      case 'ignore':
        return addon.NULL_DEVICE;
      case 'closed':
        return addon.CLOSED;
      case 'pipe':
      case 'overlapped':
        return addon.PIPE;
      case 'wrap':
        return entry.handle.fd;
      default:
        return entry.fd;
    }
  });
}
