import { Socket } from 'node:net';

/** Whether the constructor of sockets takes a descriptor over. Bun's leaves it alone, and the socket waits to be connected. */
let constructorAdopts: boolean | undefined;

/**
 * Makes a stream of the parent's end of a pipe, which is a Unix socket. The descriptor is the stream's from here on.
 *
 * @param descriptor - connected
 * @param readable - whether the stream reads; as in Node, each one can write
 */
export function adoptSocket(descriptor: number, readable: boolean): Socket {
  if (constructorAdopts !== false) {
    const socket = new Socket({ fd: descriptor, readable, writable: true });
    constructorAdopts ??= !socket.pending;
    if (constructorAdopts) return socket;
  }
  // Bun connects a socket to a descriptor, and is done when this returns. What only writes must not end when the child closes its side.
  return new Socket({ allowHalfOpen: !readable }).connect({ fd: descriptor } as never);
}
