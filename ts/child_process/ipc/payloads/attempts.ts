/** A payload that is refused behind this many bytes has cost more than the look at it. */
const LATE = 512;

/** The most messages that are left out after a late refusal. */
const LONGEST_PAUSE = 127;

/**
 * When payloads are tried, whose refusal may come late: after such a one, the next message is left
 * to V8, after another one three, and so on.
 */
export class Attempts {
  #pause = 0;
  #left = 0;

  /** Whether the next payload is tried. */
  isDue(): boolean {
    if (this.#left === 0) return true;
    this.#left -= 1;
    return false;
  }

  /** Notes that a payload was written or read. */
  succeeded(): void {
    this.#pause = 0;
  }

  /**
   * Notes that a payload was refused.
   *
   * @param bytes - how many had been written or read
   */
  refused(bytes: number): void {
    if (bytes < LATE) return;
    if (this.#pause < LONGEST_PAUSE) this.#pause = 2 * this.#pause + 1;
    this.#left = this.#pause;
  }
}
