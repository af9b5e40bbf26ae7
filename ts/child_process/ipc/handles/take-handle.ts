import { closeSync } from '../../../node-builtins/kept-file-functions';
import { IS_NODE } from '../../../node-version';
import { adoptDescriptor } from './adopt-descriptor';
import { windowsSockets } from './native-descriptor';
import type { NativeHandle, NativeHandleKind } from './native-handle';

/** Where descriptors come from: the addon's side of a channel. */
export interface DescriptorSource {
  /** The descriptor that came with a frame, by the frame's position; -1 when none did. */
  takeDescriptor(frame: number): number;
  /** What a descriptor can be used as. */
  descriptorKind(descriptor: number): NativeHandleKind | null;
}

/**
 * The native handle that came with a frame; nothing when none did, or one that cannot be used,
 * which is closed.
 */
export function takeHandle(source: DescriptorSource, frame: number): NativeHandle | undefined {
  // Bun and Deno have no such handles. The addon closes what is not taken.
  if (!IS_NODE) return undefined;
  const descriptor = source.takeDescriptor(frame);
  if (descriptor < 0) return undefined;
  const kind = source.descriptorKind(descriptor);
  if (kind !== null) {
    try {
      return adoptDescriptor(descriptor, kind);
    } catch {
      // Closed below.
    }
  }
  const sockets = windowsSockets();
  if (sockets === undefined) closeSync(descriptor);
  else sockets.closeSocket(descriptor);
  return undefined;
}
