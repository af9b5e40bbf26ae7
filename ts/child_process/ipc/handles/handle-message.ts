import { isSafeInteger } from '../../../realm/primordials';

/** The commands of the protocol that passes handles, as on Node's wire. */
export const HANDLE = 'NODE_HANDLE';
export const HANDLE_ACKNOWLEDGED = 'NODE_HANDLE_ACK';
export const HANDLE_REFUSED = 'NODE_HANDLE_NACK';

/** What a handle is sent as, by the names on Node's wire. */
export type HandleType =
  | 'net.Socket'
  | 'net.Server'
  | 'net.BoundSocket'
  | 'net.Native'
  | 'dgram.Socket'
  | 'dgram.Native';

/** The message that travels with a descriptor, around the program's own. */
export interface HandleMessage {
  readonly cmd: typeof HANDLE;
  readonly type: HandleType;
  readonly msg: unknown;
  /**
   * The sender sends a handle of any type again that was refused. Node does so with sockets that it
   * does not keep.
   */
  readonly resendable?: true;
  /** Of a socket that a server accepted: which server. */
  readonly key?: string | undefined;
  /** Of a datagram socket: `'udp4'` or `'udp6'`. */
  readonly dgramType?: string;
}

/** Whether a message announces a descriptor. */
export function isHandleMessage(message: unknown): message is HandleMessage {
  return commandOf(message) === HANDLE;
}

/**
 * Whether a message answers a {@link HandleMessage}; these alone may overtake what waits behind a
 * handle.
 */
export function isHandleAnswer(message: unknown): boolean {
  const command = commandOf(message);
  return command === HANDLE_ACKNOWLEDGED || command === HANDLE_REFUSED;
}

/** Whether this is a number of open sockets: a server adds it to its own. */
export function isCount(value: unknown): boolean {
  return isSafeInteger(value) && (value as number) >= 0;
}

function commandOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'cmd' in message ? message.cmd : undefined;
}
