import type { Socket as DatagramSocket } from 'node:dgram';
import type { AddressInfo, Server, Socket } from 'node:net';

/**
 * What may be sent: a value of JSON, or with `serialization: 'advanced'` one that structured
 * cloning can copy.
 */
export type Serializable = string | object | number | boolean | bigint;

/**
 * What can be sent with a message. A socket moves to the receiver, unless `keepOpen` is set; what
 * was read into its buffer stays. Of a server or a datagram socket both processes have it then.
 */
export type SendHandle = Socket | Server | DatagramSocket | undefined;

/**
 * A `net.BoundSocket` (Node 24.22, and 26): bound, and neither listening nor connected. One of TCP
 * can be sent with a message. It moves to the receiver: `close()` throws here from then on.
 */
export interface BoundSocket {
  /** Where it is bound: a path, of one that cannot be sent. */
  address(): AddressInfo | string;
  /** The file descriptor. */
  fd(): number;
  /** Closes it. */
  close(): void;
  /** Whether it is of the Unix domain. */
  readonly isPipe: boolean;
}

/** Options of `send`. */
export interface SendOptions {
  /**
   * Whether a socket stays open in the sender.
   *
   * @default false
   */
  readonly keepOpen?: boolean;
  /**
   * Whether a failure is not reported at all.
   *
   * @default false
   */
  readonly swallowErrors?: boolean;
}

/**
 * The callback of `send`: called with `null` when the message has left, with the error when it
 * cannot leave.
 */
export type SendCallback = (error: Error | null) => void;
