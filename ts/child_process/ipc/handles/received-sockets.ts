import type { Socket } from 'node:net';
import type { ChannelTarget } from '../channel-target';

/** The sockets of one server, in the process at the other end of the channel, that were received here. Answers what {@link SentSockets} asks there. */
export class ReceivedSockets {
  readonly #target: ChannelTarget;
  readonly #key: string;
  #open = 0;
  /** How often it was asked to tell when all are closed, and has not told. */
  #toldWhenClosed = 0;

  /**
   * @param target - whose channel they came over
   * @param key - names the server
   */
  constructor(target: ChannelTarget, key: string) {
    this.#target = target;
    this.#key = key;
  }

  /** Counts a socket until it closes. */
  add(socket: Socket): void {
    this.#open += 1;
    socket.once('close', () => {
      this.#open -= 1;
      this.#tellWhenClosed();
    });
  }

  /** Answers a question about these sockets; other messages are nothing to them. */
  answer(question: string): void {
    if (question === 'NODE_SOCKET_GET_COUNT') {
      this.#send({ cmd: 'NODE_SOCKET_COUNT', key: this.#key, count: this.#open });
    } else if (question === 'NODE_SOCKET_NOTIFY_CLOSE') {
      this.#toldWhenClosed += 1;
      this.#tellWhenClosed();
    }
  }

  #tellWhenClosed(): void {
    if (this.#open > 0) return;
    for (; this.#toldWhenClosed > 0; this.#toldWhenClosed -= 1) {
      this.#send({ cmd: 'NODE_SOCKET_ALL_CLOSED', key: this.#key });
    }
  }

  #send(message: object): void {
    // Whoever asked has gone if this fails.
    if (this.#target.connected) this.#target._send?.(message, undefined, true);
  }
}
