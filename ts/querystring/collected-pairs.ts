import type { Escaper } from './escape';
import { textOf } from './text-of';

/** Pairs that are escaped together, when all values are read: their getters may call back into this module. */
export class CollectedPairs {
  /** Keys and values in turn. */
  readonly texts: string[] = [];
  readonly #escaper: Escaper;

  constructor(escaper: Escaper) {
    this.#escaper = escaper;
  }

  /** Adds what a property becomes. */
  addProperty(name: string, value: unknown): void {
    this.#assertWellFormed(name);
    if (typeof value === 'object' && Array.isArray(value)) this.addElements(name, value, 0, value.length);
    else this.add(name, value);
  }

  /** Adds the elements of a list from one on. */
  addElements(name: string, list: readonly unknown[], from: number, length: number): void {
    for (let index = from; index < length; index++) this.add(name, list[index]);
  }

  /** Adds a pair. */
  add(name: string, value: unknown): void {
    const text = textOf(value);
    this.#assertWellFormed(text);
    this.texts.push(name, text);
  }

  // Node escapes the key before it looks at the value, and each element before the next: the error of a malformed one comes first. Only the last unit
  // can be a surrogate without a partner.
  #assertWellFormed(text: string): void {
    if ((text.charCodeAt(text.length - 1) & 0xf800) === 0xd800) this.#escaper.escape(text);
  }
}
