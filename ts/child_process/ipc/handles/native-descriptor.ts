import { loadProcessAddon } from '../../../binding/process-addon';
import { platform } from '../../../kept-process';
import type { NativeHandle } from './native-handle';

/** What the addon has for sockets on Windows besides, where handles do not show them. */
interface WindowsSockets {
  /** The socket of a handle of TCP; -1 for another, or one that is closed. */
  socketOf(handle: NativeHandle): number;
  /** Ends the reads of a socket that its handle does not want any more. */
  cancelReadsOf(socket: number): void;
  /** Closes a socket that no handle has taken. */
  closeSocket(socket: number): void;
}

/** The functions for sockets, on Windows; nothing elsewhere, where a handle has a descriptor. */
export function windowsSockets(): WindowsSockets | undefined {
  return platform === 'win32' ? (loadProcessAddon() as unknown as WindowsSockets) : undefined;
}

/**
 * What the addon calls the descriptor of a handle: on Windows the number of its socket. Negative
 * when there is none: on Windows, only handles of TCP have one.
 */
export function descriptorOf(handle: NativeHandle): number {
  const sockets = windowsSockets();
  return sockets === undefined ? handle.fd : sockets.socketOf(handle);
}

/**
 * Stops reading a handle that leaves this process: what the peer of the connection sends now is the
 * receiver's to read.
 */
export function leaveUnread(handle: NativeHandle): void {
  if (handle.reading === false) return;
  handle.readStop?.();
  const sockets = windowsSockets();
  if (sockets === undefined) return;
  const socket = sockets.socketOf(handle);
  if (socket >= 0) sockets.cancelReadsOf(socket);
}
