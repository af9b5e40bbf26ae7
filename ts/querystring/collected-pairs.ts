import { charCodeAt } from './builtins';
import type { Escaper } from './escape';
import { textOf } from './text-of';

/**
 * Pairs to escape together once all values are read: reading one may run code that calls this
 * module.
 */
export class CollectedPairs {
  /** Keys and values in turn. */
  readonly $texts: string[] = [];
  readonly #escaper: Escaper;

  constructor(escaper: Escaper) {
    this.#escaper = escaper;
  }

  /** Adds a pair. */
  $add(name: string, value: unknown): void {
    const text = textOf(value);
    this.$assertWellFormed(text);
    const { $texts: texts } = this;
    texts[texts.length] = name;
    texts[texts.length] = text;
  }

  /**
   * Throws what `escape` throws for a malformed text. Node escapes a key before it reads the value,
   * and each element before the next one, so the first malformed text decides the error. Only the
   * last unit can be the surrogate that Node refuses.
   */
  $assertWellFormed(text: string): void {
    if ((charCodeAt(text, text.length - 1) & 0xf800) === 0xd800) this.#escaper.$escape(text);
  }
}
