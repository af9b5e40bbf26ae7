import type { EventEmitter } from 'node:events';

/**
 * The channel of a child, as `subprocess.channel`. Emits `'unref'` when the count of references
 * falls to nothing, before Node 24.
 */
export interface Control extends EventEmitter {
  /** Makes the channel keep the event loop alive, whatever the count. */
  ref(): void;
  /** Lets the event loop end although the channel is open, whatever the count. */
  unref(): void;
  /**
   * Adds a reference that is counted, as a listener's is. No effect after {@link ref} or
   * {@link unref}.
   */
  refCounted?(): void;
  /** Takes a counted reference back. No effect after {@link ref} or {@link unref}. */
  unrefCounted?(): void;
  /** The descriptor of this process's end; `-1` once it is closed. */
  readonly fd?: number;
}
