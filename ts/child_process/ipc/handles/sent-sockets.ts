import { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { nodeError } from '../../../errors';
import type { ChannelTarget } from '../channel-target';
import { isCount } from './handle-message';

/**
 * The parts of a Server that are not among its public types: Node's own book-keeping of sockets
 * that were sent elsewhere.
 */
export interface AcceptingServer extends Server {
  /** Names the server in messages about its sockets. */
  readonly _connectionKey?: string;
  /** How many sockets of this server are open here. */
  _connections: number;
  /** Makes `getConnections` and `close` ask the receiver too. */
  _setupWorker(sockets: SentSockets): void;
}

/** What is asked about sockets that were sent, and how the answer is called. */
const QUESTIONS = {
  count: { cmd: 'NODE_SOCKET_GET_COUNT', answer: 'NODE_SOCKET_COUNT' },
  close: { cmd: 'NODE_SOCKET_NOTIFY_CLOSE', answer: 'NODE_SOCKET_ALL_CLOSED' },
} as const;

/** Anything may be in it: it comes from the peer. */
interface Answer {
  readonly cmd: string;
  readonly key?: unknown;
  readonly count?: unknown;
}

type AnswerCallback = (error: Error | null, answer?: Answer) => void;

/**
 * The sockets of one server that were sent over one channel. The server asks it how many are open,
 * and when all are closed; it emits `'exit'` when the receiver is gone.
 */
export class SentSockets extends EventEmitter {
  readonly #target: ChannelTarget;
  readonly #key: string | undefined;

  /**
   * @param target - whose channel they were sent over
   * @param key - names the server
   */
  constructor(target: ChannelTarget, key: string | undefined) {
    super();
    this.#target = target;
    this.#key = key;
    target.once('exit', () => this.emit('exit', this));
  }

  /**
   * Calls back when the receiver has closed all of them, or with `ERR_CHILD_CLOSED_BEFORE_REPLY`.
   */
  close(callback: (error: Error | null) => void): void {
    this.#ask('close', true, (error) => callback(error));
  }

  /** Calls back with how many are open, or with `ERR_CHILD_CLOSED_BEFORE_REPLY`. */
  getConnections(callback: (error: Error | null, count?: number) => void): void {
    this.#ask('count', false, (error, answer) => callback(error, answer?.count as number | undefined));
  }

  #ask(question: keyof typeof QUESTIONS, swallowErrors: boolean, callback: AnswerCallback): void {
    const target = this.#target;
    const { cmd, answer: expected } = QUESTIONS[question];
    const settle: AnswerCallback = (error, answer) => {
      target.off('disconnect', onDisconnect);
      target.off('internalMessage', onAnswer);
      callback(error, answer);
    };
    const onDisconnect = () => settle(closedBeforeReply());
    const onAnswer = (message: Answer) => {
      if (message.cmd !== expected || message.key !== this.#key) return;
      if (question === 'close' || isCount(message.count)) settle(null, message);
    };
    if (!target.connected) {
      callback(closedBeforeReply());
      return;
    }
    target._send?.({ cmd, key: this.#key }, undefined, swallowErrors);
    target.once('disconnect', onDisconnect);
    target.on('internalMessage', onAnswer);
  }
}

function closedBeforeReply(): Error {
  return nodeError('Error', 'ERR_CHILD_CLOSED_BEFORE_REPLY', 'Child closed before reply received');
}
