import { Socket } from 'node:net';
import type { HandleConversion } from './handle-conversion';
import { detachFromHttp } from './http-connection';
import { leaveUnread } from './native-descriptor';
import type { NativeHandle } from './native-handle';
import type { AcceptingServer } from './sent-sockets';

/** The parts of a Socket that are not among its public types. */
interface SocketParts extends Socket {
  _handle: NativeHandle | null;
  /** The server that accepted it. */
  readonly server?: AcceptingServer | null;
}

/** A socket: it moves to the receiver. Bytes that were read into its buffer stay here. */
export const netSocket: HandleConversion<SocketParts> = {
  type: 'net.Socket',
  kinds: ['TCP', 'Pipe'],
  moves: ({ keepOpen }) => !keepOpen,

  matches: (handle): handle is SocketParts => handle instanceof Socket,

  native: (socket) => socket._handle,

  describe: ({ server }) => (server ? { key: server._connectionKey } : {}),

  beforeSending({ server }, lists) {
    if (server) lists.noteSent(server);
  },

  release(socket) {
    const { server, _handle: native } = socket;
    // From here on the receiver counts it.
    if (server) server._connections -= 1;
    if (native !== null) {
      native.onread = () => {};
      leaveUnread(native);
    }
    socket._handle = null;
    socket.setTimeout(0);
    detachFromHttp(socket);
  },

  // The writing end of a pipe cannot be read: the Socket would emit that as an 'error' before the
  // program has it.
  accepts: (native) => native.readStart?.() === 0 && native.readStop?.() === 0,

  receive(native, { key }, lists, deliver) {
    const socket = new Socket({ handle: native, readable: true, writable: true } as object);
    if (typeof key === 'string' && key !== '') lists.noteReceived(key, socket);
    deliver(socket);
  },
};
