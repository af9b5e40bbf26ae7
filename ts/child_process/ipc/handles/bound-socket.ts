import net = require('node:net');

import { nodeSymbol } from '../../../node-builtins/node-symbol';
import type { BoundSocket } from '../../types/messages';
import type { HandleConversion } from './handle-conversion';
import type { NativeHandle } from './native-handle';

type BoundSocketClass = new () => BoundSocket;

/** What Node moves such a socket to another thread with. */
interface Transfer {
  readonly itsClass: BoundSocketClass;
  /** The native handle, in a list. Throws when it is in use or closed. */
  readonly list: symbol;
  /** Takes the native handle out. */
  readonly take: symbol;
  /** Makes a socket without a native handle. */
  readonly empty: BoundSocketClass;
  /** Puts a native handle into such a socket. Throws for one that is not bound. */
  readonly put: symbol;
}

/** Nothing in Node before 24.22, and in 25. */
const transfer = findTransfer();

function findTransfer(): Transfer | undefined {
  const { BoundSocket: itsClass, _TransferredBoundSocket: empty } = net as unknown as Record<string, BoundSocketClass>;
  if (itsClass === undefined || empty === undefined) return undefined;
  const list = nodeSymbol(itsClass.prototype, 'messaging_transfer_list_symbol');
  const take = nodeSymbol(itsClass.prototype, 'messaging_transfer_symbol');
  const put = nodeSymbol(itsClass.prototype, 'messaging_deserialize_symbol');
  return list && take && put ? { itsClass, list, take, empty, put } : undefined;
}

function call(socket: BoundSocket, method: symbol | undefined, argument?: object): unknown {
  return (socket as unknown as Record<symbol, (argument?: object) => unknown>)[method as symbol]?.(argument);
}

/** A socket of TCP that is bound and does nothing yet: it moves to the receiver. */
export const boundSocket: HandleConversion<BoundSocket> = {
  type: 'net.BoundSocket',
  kinds: ['TCP'],
  // Nobody could close what was kept: the program's object is empty from then on.
  moves: () => true,

  matches: (handle): handle is BoundSocket =>
    transfer !== undefined && handle instanceof transfer.itsClass && !handle.isPipe,

  native: (socket) => (call(socket, transfer?.list) as NativeHandle[])[0],

  release(socket) {
    call(socket, transfer?.take);
  },

  accepts: () => transfer !== undefined,

  receive(native, _message, _lists, deliver) {
    const { empty: Empty, put } = transfer as Transfer;
    const socket = new Empty();
    call(socket, put, { handle: native });
    deliver(socket);
  },
};
