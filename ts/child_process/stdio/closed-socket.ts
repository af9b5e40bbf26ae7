import type * as net from 'node:net';
import { setImmediate } from '../../realm/main-timers';
import { assign } from '../../realm/primordials';
import { loadSocket } from './adopt-socket';

/**
 * The stream of a pipe that was closed before anybody used it, as one that was there all the time
 * is by then.
 *
 * @param readable - whether it was read, to its end; the one of standard input is only destroyed
 * @param bytesRead - how many bytes came
 * @param emitsClose - whether its `'close'` is still to come
 */
export function closedSocket(readable: boolean, bytesRead: number, emitsClose: boolean): net.Socket {
  // `'close'` comes when the handle says that it is closed.
  const close = (done: () => void): void => void (emitsClose && setImmediate(done));
  const handle = { bytesRead, bytesWritten: 0, close };
  const Socket = loadSocket();
  const socket = new Socket({ handle, readable, writable: true, manualStart: true } as never) as net.Socket & States;
  if (readable) {
    assign(socket._readableState, { ended: true, endEmitted: true, dataEmitted: bytesRead > 0 });
    assign(socket._writableState, { ending: true, ended: true, finished: true });
    socket.resume();
  }
  return socket.destroy();
}

/** Of Node's streams. */
interface States {
  readonly _readableState: object;
  readonly _writableState: object;
}
