import type { Socket } from 'node:net';
import type { Answers } from './answers';

/**
 * The sockets of one server, in the process at the other end of the channel, that were received
 * here. Answers what {@link SentSockets} asks there.
 */
export class ReceivedSockets {
  readonly #answers: Answers;
  readonly #key: string;
  #open = 0;
  /**
   * The peer has asked for a notification when all are closed. It gets one, however often it asked.
   */
  #notifiesWhenClosed = false;

  /**
   * @param answers - where answers go
   * @param key - names the server
   */
  constructor(answers: Answers, key: string) {
    this.#answers = answers;
    this.#key = key;
  }

  /** Whether all are closed. */
  get isEmpty(): boolean {
    return this.#open === 0;
  }

  /** Counts a socket until it closes. */
  add(socket: Socket): void {
    this.#open += 1;
    socket.once('close', () => {
      this.#open -= 1;
      this.#notifyWhenClosed();
    });
  }

  /** Answers a question about these sockets; other messages are nothing to them. */
  answer(question: string): void {
    if (question === 'NODE_SOCKET_GET_COUNT') {
      this.#answers.send({ cmd: 'NODE_SOCKET_COUNT', key: this.#key, count: this.#open });
    } else if (question === 'NODE_SOCKET_NOTIFY_CLOSE') {
      this.#notifiesWhenClosed = true;
      this.#notifyWhenClosed();
    }
  }

  #notifyWhenClosed(): void {
    if (this.#open > 0 || !this.#notifiesWhenClosed) return;
    this.#notifiesWhenClosed = false;
    this.#answers.send({ cmd: 'NODE_SOCKET_ALL_CLOSED', key: this.#key });
  }
}
