import net = require('node:net');

import { nodeSymbol } from '../../../node-symbol';
import type { BoundSocket } from '../../types/messages';
import type { HandleConversion } from './handle-conversion';
import type { NativeHandle } from './native-handle';

/** What Node moves such a socket to another thread with. */
interface Transfer {
  /** Whether `handle` is one of TCP: one of a path has no way to be sent. */
  matches(handle: unknown): boolean;
  /** The native handle. Throws when the socket is in use or closed. */
  native(socket: BoundSocket): NativeHandle | undefined;
  /** Takes the native handle out of the socket. */
  empty(socket: BoundSocket): void;
  /** Makes a socket of a native handle. Throws for one that is not bound. */
  make(native: NativeHandle): BoundSocket;
}

/** Nothing in Node before 24.22, and in 25. */
const transfer = findTransfer();

function findTransfer(): Transfer | undefined {
  const { BoundSocket: itsClass, _TransferredBoundSocket: Empty } = net as unknown as Record<
    string,
    new () => BoundSocket
  >;
  if (itsClass === undefined || Empty === undefined) return undefined;
  const list = nodeSymbol(itsClass.prototype, 'messaging_transfer_list_symbol');
  const take = nodeSymbol(itsClass.prototype, 'messaging_transfer_symbol');
  const put = nodeSymbol(itsClass.prototype, 'messaging_deserialize_symbol');
  if (!list || !take || !put) return undefined;
  return {
    matches: (handle) => handle instanceof itsClass && !handle.isPipe,
    native: (socket) => withMethods<() => NativeHandle[]>(socket)[list]?.()[0],
    empty(socket) {
      withMethods<() => unknown>(socket)[take]?.();
    },
    make(native) {
      const socket = new Empty();
      withMethods<(data: { handle: NativeHandle }) => void>(socket)[put]?.({ handle: native });
      return socket;
    },
  };
}

/** Node's symbols are not known to TypeScript. */
function withMethods<Method>(socket: BoundSocket): Record<symbol, Method> {
  return socket as unknown as Record<symbol, Method>;
}

/** A socket of TCP that is bound and does nothing yet: it moves to the receiver. */
export const boundSocket: HandleConversion<BoundSocket> = {
  type: 'net.BoundSocket',
  kinds: ['TCP'],
  // Nobody could close what was kept: the program's object is empty from then on.
  moves: () => true,
  matches: (handle): handle is BoundSocket => transfer?.matches(handle) ?? false,
  native: (socket) => transfer?.native(socket),
  release: (socket) => transfer?.empty(socket),
  accepts: () => transfer !== undefined,
  receive: (native, _message, _lists, deliver) => deliver(transfer?.make(native)),
};
