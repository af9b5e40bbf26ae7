import { apply } from '../../realm/kept-functions';
import { process } from '../../realm/main-realm';
import { setImmediate } from '../../realm/main-timers';
import type { NodesEnd } from '../ipc/nodes-end';

/**
 * Has Node's handle of a child's channel read into a buffer of ours.
 *
 * @param nodes - Node's end of the channel, which gets to know of its end
 * @param buffer - where to
 * @param onBytes - called with how many bytes have come
 */
export function readNodesHandle({ handle, onread }: NodesEnd, buffer: Uint8Array, onBytes: (length: number) => void) {
  let before = handle.bytesRead;
  handle.useUserBuffer(buffer);
  handle.onread = read;

  function read(): void {
    const length = handle.bytesRead - before;
    before += length;
    if (length > 0) onBytes(length);
    // libuv calls back without bytes at the end of the channel, when it has stopped to read; and
    // when there is nothing to read after all: behind a read that has filled the buffer, or when
    // another process has read it.
    else if (handle.readStart() === 0) end();
    // It stops behind this call when there was an error: the parent is gone, and left bytes unread.
    else setImmediate(lookAgain);
  }

  function lookAgain(): void {
    if (handle.onread !== read || !process.connected) return;
    handle.readStop();
    if (handle.readStart() !== 0) end();
  }

  function end(): void {
    handle.readStop();
    apply(onread, handle, []);
  }
}
