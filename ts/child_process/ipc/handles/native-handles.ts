import type { HandleConversion } from './handle-conversion';
import { type NativeHandle, nativeHandleKind } from './native-handle';

/** A native handle of a stream socket, as `cluster` sends it. Who sends it closes it. */
export const netNative: HandleConversion<NativeHandle> = {
  type: 'net.Native',
  kinds: ['TCP', 'Pipe'],
  moves: false,
  matches: (handle): handle is NativeHandle => ['TCP', 'Pipe'].includes(nativeHandleKind(handle) ?? ''),
  native: (handle) => handle,
  receive: (native, _message, _lists, deliver) => deliver(native),
};

/** A native handle of a datagram socket, as `cluster` sends it. */
export const datagramNative: HandleConversion<NativeHandle> = {
  type: 'dgram.Native',
  kinds: ['UDP'],
  moves: false,
  matches: (handle): handle is NativeHandle => nativeHandleKind(handle) === 'UDP',
  native: (handle) => handle,
  receive: (native, _message, _lists, deliver) => deliver(native),
};
