/** Random choices: the same for the same seed (mulberry32). */
export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    // Neighbouring seeds are to have nothing in common.
    this.#state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  }

  /** A whole number from 0 up to but not including `bound`. */
  below(bound) {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }

  oneIn(count) {
    return this.below(count) === 0;
  }

  of(values) {
    return values[this.below(values.length)];
  }

  /** Up to `most` of what `make` returns. */
  many(most, make) {
    return Array.from({ length: this.below(most + 1) }, () => make());
  }
}
