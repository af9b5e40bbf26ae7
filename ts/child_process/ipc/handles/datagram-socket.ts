import { type BindOptions, createSocket, Socket, type SocketType } from 'node:dgram';
import { datagramHandle } from './datagram-handle';
import type { HandleConversion } from './handle-conversion';

interface DatagramParts extends Socket {
  /** `'udp4'` or `'udp6'`. */
  readonly type: SocketType;
}

/** A datagram socket: from here on both processes read from it. */
export const datagramSocket: HandleConversion<DatagramParts> = {
  type: 'dgram.Socket',
  kinds: ['UDP'],
  moves: () => false,

  // Where the native handle is not to be found, the message would go without.
  matches: (handle): handle is DatagramParts => handle instanceof Socket && datagramHandle(handle) !== undefined,

  native: datagramHandle,

  describe: ({ type }) => ({ dgramType: type }),

  receive(native, { dgramType }, _lists, deliver) {
    // Also an object would be taken, with options of the sender's.
    if (dgramType !== 'udp4' && dgramType !== 'udp6') throw new TypeError('unknown type of datagram socket');
    const socket = createSocket(dgramType);
    // Node's own form: a native handle in the place of the port.
    socket.bind(native as unknown as BindOptions, () => deliver(socket));
  },
};
