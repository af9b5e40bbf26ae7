import { nodeError } from '../../../errors';
import { arrayFind } from '../../../realm/primordials';
import { boundSocket } from './bound-socket';
import { datagramSocket } from './datagram-socket';
import type { HandleConversion } from './handle-conversion';
import type { HandleMessage } from './handle-message';
import { datagramNative, netNative } from './native-conversions';
import { isOfKind, type NativeHandle } from './native-handle';
import { netServer } from './net-server';
import { netSocket } from './net-socket';

const conversions = [
  netSocket,
  netServer,
  boundSocket,
  netNative,
  datagramSocket,
  datagramNative,
] as readonly HandleConversion[];

/**
 * How a handle is sent.
 *
 * @throws `ERR_INVALID_HANDLE_TYPE` for anything that cannot be sent, a socket on something else
 * than TCP or a pipe among them: of a TLS connection the other process would get the encrypted
 * bytes; `ERR_WORKER_HANDLE_NOT_TRANSFERABLE` for a bound socket that is in use or closed
 */
export function conversionOf(handle: unknown): HandleConversion {
  const conversion = arrayFind(conversions, (candidate) => candidate.matches(handle));
  const native = conversion?.native(handle);
  if (conversion === undefined || (native && !isOfKind(native, conversion.kinds))) {
    throw nodeError('TypeError', 'ERR_INVALID_HANDLE_TYPE', 'This handle type cannot be sent');
  }
  return conversion;
}

/**
 * How a handle that came is made into what the program gets; nothing when what the message says of
 * it is unknown, or untrue.
 */
export function conversionFor({ type }: HandleMessage, native: NativeHandle): HandleConversion | undefined {
  const conversion = arrayFind(conversions, (candidate) => candidate.type === type);
  if (conversion === undefined || !isOfKind(native, conversion.kinds)) return undefined;
  return conversion.accepts?.(native) === false ? undefined : conversion;
}
