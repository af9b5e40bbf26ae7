import type { Socket } from 'node:net';
import type { ChannelTarget } from '../channel-target';
import { ReceivedSockets } from './received-sockets';
import { type AcceptingServer, SentSockets } from './sent-sockets';

/** The sockets of servers that went over one channel, in both directions, by the server's key. */
export class SocketLists {
  readonly #target: ChannelTarget;
  readonly #sent = new Map<string | undefined, SentSockets>();
  readonly #received = new Map<string, ReceivedSockets>();

  /** @param target - whose channel it is */
  constructor(target: ChannelTarget) {
    this.#target = target;
  }

  /** Notes that a socket of `server` is sent: the server asks the receiver about it from here on. */
  noteSent(server: AcceptingServer): void {
    const key = server._connectionKey;
    if (this.#sent.has(key)) return;
    const sockets = new SentSockets(this.#target, key);
    this.#sent.set(key, sockets);
    server._setupWorker(sockets);
  }

  /** Notes that a socket of the server `key` was received. */
  noteReceived(key: string, socket: Socket): void {
    let sockets = this.#received.get(key);
    if (sockets === undefined) {
      sockets = new ReceivedSockets(this.#target, key);
      this.#received.set(key, sockets);
    }
    sockets.add(socket);
  }

  /** Answers a message that asks about sockets which were received. */
  answer(message: { readonly cmd: string; readonly key?: unknown }): void {
    this.#received.get(String(message.key))?.answer(message.cmd);
  }
}
