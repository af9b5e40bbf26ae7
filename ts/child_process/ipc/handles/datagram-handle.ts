import type { Socket } from 'node:dgram';
import { nodeSymbol } from '../../../node-symbol';
import type { NativeHandle } from './native-handle';

interface DatagramState {
  readonly handle: NativeHandle | null;
}

/**
 * The native handle of a datagram socket; `null` once the socket is closed, `undefined` where it is
 * not to be found, as in Deno.
 *
 * `socket._handle` is deprecated (DEP0112) and prints a warning; the state behind it is under a
 * symbol of Node's.
 */
export function datagramHandle(socket: Socket): NativeHandle | null | undefined {
  const symbol = nodeSymbol(socket, 'state symbol');
  const state = symbol && (socket as unknown as Record<symbol, DatagramState | undefined>)[symbol];
  return state?.handle;
}
