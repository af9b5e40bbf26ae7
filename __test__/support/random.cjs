/** Random choices: the same for the same seed (mulberry32). */
exports.Random = class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed | 0;
  }

  /** A number from 0 up to but not including 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to but not including `bound`. */
  below(bound) {
    return Math.floor(this.next() * bound);
  }

  /** Whether something happens that does once in so many times. */
  oneIn(times) {
    return this.below(times) === 0;
  }

  /** One of the values. */
  of(values) {
    return values[this.below(values.length)];
  }

  /** Up to `most` of what `make` returns. */
  many(most, make) {
    return Array.from({ length: this.below(most + 1) }, () => make());
  }
};
