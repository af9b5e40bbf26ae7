import type { ChannelTarget } from '../channel-target';

/**
 * How many answers may wait to leave. A peer that keeps to the protocol has one handle on its way,
 * and a few questions about each server.
 */
const MAX_WAITING = 1024;

/** Whether anything waits to be sent. */
interface OutgoingState {
  readonly isEmpty: boolean;
}

/**
 * The answers to a peer's handles and questions. Their number is limited, so that a peer that never
 * reads cannot fill the memory.
 */
export class Answers {
  readonly #target: ChannelTarget;
  readonly #outgoing: OutgoingState;
  #waiting = 0;

  /**
   * @param target - whose `_send` takes the answers, since programs may replace it
   * @param outgoing - the sending half of this process's end
   */
  constructor(target: ChannelTarget, outgoing: OutgoingState) {
    this.#target = target;
    this.#outgoing = outgoing;
  }

  /**
   * Sends an answer. Errors are dropped: the program did not send it, and the peer that asked is
   * gone then.
   */
  send(answer: { readonly cmd: string; readonly key?: string; readonly count?: number }): void {
    if (!this.#target.channel) return;
    // A `_send` that a program has put there may forget the callback.
    if (this.#outgoing.isEmpty && !this.#target._handleQueue) this.#waiting = 0;
    if (this.#waiting >= MAX_WAITING) return;
    this.#waiting += 1;
    this.#target._send?.(answer, null, true, this.#onLeft);
  }

  readonly #onLeft = (): void => {
    this.#waiting = Math.max(0, this.#waiting - 1);
  };
}
