import { Server } from 'node:net';
import type { HandleConversion } from './handle-conversion';
import type { NativeHandle } from './native-handle';

interface ServerParts extends Server {
  readonly _handle: NativeHandle | null;
}

/** A server: from here on both processes accept its connections. */
export const netServer: HandleConversion<ServerParts> = {
  type: 'net.Server',
  kinds: ['TCP', 'Pipe'],
  moves: () => false,

  matches: (handle): handle is ServerParts => handle instanceof Server,

  native: (server) => server._handle,

  receive(native, _message, _lists, deliver) {
    const server = new Server();
    const fail = () => {
      native.close();
      deliver(undefined);
    };
    server.once('error', fail);
    server.listen(native, () => {
      server.off('error', fail);
      deliver(server);
    });
  },
};
