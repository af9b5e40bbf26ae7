import type { HandleConversion } from './handle-conversion';
import type { HandleType } from './handle-message';
import { isOfKind, type NativeHandle, type NativeHandleKind } from './native-handle';

/** A native handle of a stream socket, as `cluster` sends it. */
export const netNative = conversionOfNative('net.Native', ['TCP', 'Pipe']);

/** A native handle of a datagram socket, as `cluster` sends it. */
export const datagramNative = conversionOfNative('dgram.Native', ['UDP']);

/** A native handle is sent and received as it is. Who sends it closes it. */
function conversionOfNative(type: HandleType, kinds: readonly NativeHandleKind[]): HandleConversion<NativeHandle> {
  return {
    type,
    kinds,
    moves: () => false,
    matches: (handle): handle is NativeHandle => isOfKind(handle, kinds),
    native: (handle) => handle,
    receive: (native, _message, _lists, deliver) => deliver(native),
  };
}
