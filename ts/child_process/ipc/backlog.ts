/** The callback of `send`: called with `null` when the message has left, with the error when it cannot leave. */
export type SendCallback = (error: Error | null) => void;

interface Waiting {
  /** Which frame it is, counted from the first that had to wait. */
  readonly ordinal: number;
  readonly callback: SendCallback;
}

/** How many settled entries may stand at the head of the list before it is cut: cutting at each would make a long list quadratic. */
const SETTLED_HEAD = 1024;

/** The frames that the socket did not take at once, in order, and whom to tell about each. */
export class Backlog {
  #waiting: Waiting[] = [];
  #head = 0;
  #added = 0;
  #completed = 0;

  /** Whether no frame waits. */
  get isEmpty(): boolean {
    return this.#added === this.#completed;
  }

  /** Notes a frame that waits. */
  add(callback: SendCallback | undefined): void {
    if (callback !== undefined) this.#waiting.push({ ordinal: this.#added, callback });
    this.#added += 1;
  }

  /** Notes that the next `count` frames have left; returns their callbacks in order. */
  complete(count: number): SendCallback[] {
    this.#completed += count;
    const callbacks: SendCallback[] = [];
    for (
      let next = this.#waiting[this.#head];
      next !== undefined && next.ordinal < this.#completed;
      next = this.#waiting[this.#head]
    ) {
      callbacks.push(next.callback);
      this.#head += 1;
    }
    if (this.#head > SETTLED_HEAD && this.#head * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
    return callbacks;
  }

  /** Notes that no waiting frame will leave; returns all callbacks in order. */
  abandon(): SendCallback[] {
    return this.complete(this.#added - this.#completed);
  }
}
