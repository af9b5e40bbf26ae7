import { Socket as DatagramSocket } from 'node:dgram';
import { Server, Socket } from 'node:net';
import { nodeError } from '../../errors';

/** Node's own wrappers of descriptors, which `cluster` sends. Their classes are not exported. */
const NATIVE_HANDLES: readonly string[] = ['TCP', 'Pipe', 'UDP'];

/**
 * The error for the handle of a `send`: this channel sends messages only.
 *
 * @returns `ERR_INVALID_HANDLE_TYPE` for what no channel can send, `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` for a socket or a server
 */
export function handleError(handle: unknown): TypeError {
  return isSendable(handle)
    ? nodeError(
        TypeError,
        'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        'The channel of rt-std sends messages only: pass the address of the socket or server instead of the handle',
      )
    : nodeError(TypeError, 'ERR_INVALID_HANDLE_TYPE', 'This handle type cannot be sent');
}

function isSendable(handle: unknown): boolean {
  if (handle instanceof Socket || handle instanceof Server || handle instanceof DatagramSocket) return true;
  return (
    typeof handle === 'object' && handle !== null && 'fd' in handle && NATIVE_HANDLES.includes(handle.constructor.name)
  );
}
