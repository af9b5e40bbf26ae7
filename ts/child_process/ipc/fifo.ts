import { arraySlice } from '../../realm/primordials';

/**
 * How many taken items may stand at the head of the list before it is cut: cutting at each would
 * make a long list quadratic.
 */
const TAKEN_HEAD = 1024;

/** A queue: first in, first out, in constant time. */
export class Fifo<Item> {
  #items: (Item | undefined)[] = [];
  #head = 0;

  /** How many items wait. */
  get length(): number {
    return this.#items.length - this.#head;
  }

  /** Puts an item at the end. */
  push(item: Item): void {
    // Not by a method that a program may have replaced: it is called for messages.
    this.#items[this.#items.length] = item;
  }

  /** The first item, which stays; nothing when none waits. */
  peek(): Item | undefined {
    return this.length === 0 ? undefined : this.#items[this.#head];
  }

  /** Takes the first item; nothing when none waits. */
  shift(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head] = undefined;
    this.#head += 1;
    if (this.length === 0) {
      this.#items = [];
      this.#head = 0;
    } else if (this.#head > TAKEN_HEAD && this.#head * 2 > this.#items.length) {
      this.#items = arraySlice(this.#items, this.#head);
      this.#head = 0;
    }
    return item;
  }
}
