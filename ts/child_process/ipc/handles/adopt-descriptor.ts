import { createSocket } from 'node:dgram';
import { Socket } from 'node:net';
import { systemError } from '../../../errors';
import { platform } from '../../../kept-process';
import { assign } from '../../../realm/primordials';
import { SafeMap } from '../../../realm/safe-collections';
import { datagramHandle } from './datagram-handle';
import type { NativeHandle, NativeHandleKind } from './native-handle';

/** The type that Node gives to received handles, listening ones too, as async_hooks see it. */
const SOCKET = 0;

type NativeHandleClass = new (type: number) => NativeHandle;

/**
 * The classes that are known by now. Node does not export them: the first handle of each kind is
 * taken from an object that Node made.
 */
const classes = new SafeMap<NativeHandleKind, NativeHandleClass>();

/**
 * Makes a native handle of a descriptor, which belongs to it from then on.
 *
 * @throws the system's error when the descriptor cannot be used as this kind; it is then still open
 */
export function adoptDescriptor(descriptor: number, kind: NativeHandleKind): NativeHandle {
  if (kind === 'UDP' && !classes.has(kind)) learnDatagramClass();
  // No descriptor is made of a socket there.
  if (platform === 'win32' && !classes.has(kind)) learnSocketClass();
  const known = classes.get(kind);
  if (known === undefined) return adoptByStream(descriptor, kind);
  const handle = new known(SOCKET);
  const errno = handle.open(descriptor);
  if (errno >= 0) return handle;
  handle.close();
  throw systemError(errno, 'open');
}

/** Lets a Socket adopt the descriptor, and takes the handle out of it. */
function adoptByStream(descriptor: number, kind: NativeHandleKind): NativeHandle {
  const socket = new Socket({ fd: descriptor, manualStart: true } as object) as unknown as { _handle: NativeHandle };
  const handle = socket._handle;
  assign(socket, { _handle: null });
  classes.set(kind, handle.constructor as NativeHandleClass);
  return handle;
}

/** From a Socket that waits for the address of a host, and so never connects. */
function learnSocketClass(): void {
  const socket = new Socket() as Socket & { _handle: NativeHandle | null };
  socket.connect({ host: 'localhost', port: 1, lookup: () => {} });
  const handle = socket._handle;
  if (handle !== null) classes.set('TCP', handle.constructor as NativeHandleClass);
  socket.destroy();
}

function learnDatagramClass(): void {
  const socket = createSocket('udp4');
  const handle = datagramHandle(socket);
  if (handle) classes.set('UDP', handle.constructor as NativeHandleClass);
  socket.close();
}
