import { AsyncResource } from 'node:async_hooks';
import type * as net from 'node:net';
import { noteUse, USES_STREAM } from '../../bundles/uses';
import { versions } from '../../kept-process';
import { process } from '../../realm/main-realm';
import { inBun } from '../load-in-bun';

let SocketClass: typeof net.Socket | undefined;

/**
 * A handle would count more than the descriptor: one that a program puts on `Object.prototype` must
 * not.
 */
const NO_HANDLE = { handle: undefined };

/**
 * Whether the constructor of sockets takes a descriptor over. Bun's leaves it alone, and the socket
 * waits to be connected.
 */
let constructorAdopts: boolean | undefined;

/**
 * Makes a stream of the parent's end of a pipe, which is a Unix socket. The descriptor is the
 * stream's from here on.
 *
 * @param descriptor - connected
 * @param readable - whether the stream reads; as in Node, each one can write
 */
export function adoptSocket(descriptor: number, readable: boolean): net.Socket {
  const Socket = loadSocket();
  if (constructorAdopts !== false) {
    const socket = new Socket({ fd: descriptor, readable, writable: true, ...NO_HANDLE });
    constructorAdopts ??= !socket.pending;
    if (constructorAdopts) return versions.deno === undefined ? socket : inContext(socket);
  }
  // Bun connects a socket to a descriptor, and is done when this returns. What only writes must not
  // end when the child closes its side.
  const WritingEnd = inBun()?.WritingEnd ?? Socket;
  return new (readable ? Socket : WritingEnd)({ allowHalfOpen: !readable, readable }).connect({
    fd: descriptor,
  } as never);
}

/**
 * With the first pipe, not before: sockets, and the streams that they are, take as long to load as
 * all of `rt-std/child_process`.
 */
export function loadSocket(): typeof net.Socket {
  if (SocketClass === undefined) {
    noteUse(USES_STREAM);
    SocketClass = (require('node:net') as typeof net).Socket;
  }
  return SocketClass;
}

/**
 * Lets the events of a socket have the async context in which it was made, which Deno's sockets
 * forget, and an exception of a listener of `'close'` reach the program: Deno drops it.
 */
function inContext(socket: net.Socket): net.Socket {
  const resource = new AsyncResource('PIPEWRAP');
  const emit: (event: string | symbol, ...args: unknown[]) => boolean = socket.emit;
  const emitInContext: typeof emit = (event, ...args) => resource.runInAsyncScope(emit, socket, event, ...args);
  socket.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== 'close') return emitInContext(event, ...args);
    process.nextTick(emitInContext, event, ...args);
    return socket.listenerCount(event) > 0;
  };
  return socket;
}
