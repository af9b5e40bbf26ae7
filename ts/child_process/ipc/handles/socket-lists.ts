import type { Socket } from 'node:net';
import { SafeMap } from '../../../realm/safe-collections';
import type { ChannelTarget } from '../channel-target';
import type { Answers } from './answers';
import { ReceivedSockets } from './received-sockets';
import { type AcceptingServer, SentSockets } from './sent-sockets';

/** The sockets of servers that went over one channel, in both directions, by the server's key. */
export class SocketLists {
  readonly #target: ChannelTarget;
  readonly #sent = new SafeMap<string | undefined, SentSockets>();
  readonly #received = new SafeMap<string, ReceivedSockets>();

  readonly #answers: Answers;

  /**
   * @param target - whose channel it is
   * @param answers - where answers go
   */
  constructor(target: ChannelTarget, answers: Answers) {
    this.#target = target;
    this.#answers = answers;
  }

  /**
   * Notes that a socket of `server` is sent: the server asks the receiver about it from here on.
   */
  noteSent(server: AcceptingServer): void {
    const key = server._connectionKey;
    if (this.#sent.has(key)) return;
    const sockets = new SentSockets(this.#target, key);
    this.#sent.set(key, sockets);
    server._setupWorker(sockets);
  }

  /** Notes that a socket of the server `key` was received. */
  noteReceived(key: string, socket: Socket): void {
    const sockets = this.#received.get(key) ?? new ReceivedSockets(this.#answers, key);
    this.#received.set(key, sockets);
    sockets.add(socket);
    // A peer may make up as many keys as it likes: a list is kept only while it has sockets.
    socket.once('close', () => {
      if (sockets.isEmpty && this.#received.get(key) === sockets) this.#received.delete(key);
    });
  }

  /**
   * Answers a message that asks about sockets which were received. Anything may be in it; only a
   * text is a key.
   */
  answer({ cmd, key }: { readonly cmd: string; readonly key?: unknown }): void {
    if (typeof key !== 'string') return;
    const sockets = this.#received.get(key) ?? new ReceivedSockets(this.#answers, key);
    sockets.answer(cmd);
  }
}
