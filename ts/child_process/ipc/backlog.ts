import { AsyncResource } from 'node:async_hooks';
import { DESTROYED_BY_HAND } from '../../handle-context';
import { process } from '../../realm/main-realm';
import type { SendCallback } from '../types/messages';
import { Fifo } from './fifo';

/** The callback for a waiting frame, in the async context of the call that sent it. */
class Waiting extends AsyncResource {
  readonly #callback: SendCallback;
  readonly #failure: Error | null;

  /**
   * @param ordinal - which frame it is, counted from the first that had to wait
   * @param callback - called when the frame has left or failed
   * @param failure - why the frame does not wait, but only its callback does
   */
  constructor(
    readonly ordinal: number,
    callback: SendCallback,
    failure: Error | null,
  ) {
    super('CHANNELWRITE', DESTROYED_BY_HAND);
    this.#callback = callback;
    this.#failure = failure;
  }

  /** Calls back in a tick of its own. */
  settle(error: Error | null): void {
    this.runInAsyncScope(process.nextTick, process, this.#callback, this.#failure ?? error);
    this.emitDestroy();
  }
}

/**
 * The frames that wait, in order: held back to leave together, or because the socket is full. Keeps
 * their callbacks.
 */
export class Backlog {
  readonly #waiting = new Fifo<Waiting>();
  #added = 0;
  #settled = 0;

  /** Whether no frame waits. */
  get isEmpty(): boolean {
    return this.#added === this.#settled;
  }

  /** Notes a frame that waits. */
  add(callback: SendCallback | undefined): void {
    if (callback !== undefined) this.#waiting.push(new Waiting(this.#added, callback, null));
    this.#added += 1;
  }

  /**
   * Notes that a frame failed at once. Its callback is called after those of the frames before it.
   */
  addFailed(callback: (error: Error) => void, failure: Error): void {
    if (this.isEmpty) process.nextTick(callback, failure);
    else this.#waiting.push(new Waiting(this.#added - 1, callback as SendCallback, failure));
  }

  /** Notes that all frames but the last `count` have left, and calls back for each. */
  leave(count: number): void {
    this.#settle(this.#added - count, null);
  }

  /** Notes that no waiting frame will leave, and calls back for each. */
  abandon(error: Error): void {
    this.#settle(this.#added, error);
  }

  #settle(settled: number, error: Error | null): void {
    this.#settled = settled;
    for (let next = this.#waiting.peek(); next !== undefined && next.ordinal < settled; next = this.#waiting.peek()) {
      this.#waiting.shift();
      next.settle(error);
    }
  }
}
