/** By what the descendants of a child are known that was started with the option `contain`. */
export type Containment = 'session' | 'cgroup';

/** Options that decide how a child is ended, and when it counts as closed. */
export interface EndingOptions {
  /**
   * Milliseconds after which `SIGKILL` follows a signal that the child has not ended by: `kill()`
   * with `'SIGTERM'` or `killSignal`, a `timeout`, an aborted `signal`, or too much output. `true`
   * is 5,000.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_OUT_OF_RANGE` unless it is a whole number from 0 to
   * 2,147,483,647.
   *
   * @default `false`: never
   */
  forceKillAfterDelay?: boolean | number | undefined;
  /**
   * Milliseconds after the child's end when its streams end with what has been read, although a
   * descendant may still hold them open: `'close'`, the callback, or the return of a synchronous
   * function follows.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_OUT_OF_RANGE` unless it is a whole number from 0 to
   * 2,147,483,647.
   *
   * @default none: they end when the last process that holds them has closed them
   */
  closeGrace?: number | undefined;
  /**
   * The signal that the kernel sends to the child when this process ends, however it ends: also by
   * a crash or `SIGKILL`. The end of a worker that started the child is not that of the process.
   * The child's own children do not get it; with `contain`, all that the child contains does. Linux
   * only.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`, `ERR_UNKNOWN_SIGNAL`.
   *
   * @default none
   */
  deathSignal?: NodeJS.Signals | number | undefined;
  /**
   * Keeps all that the child starts reachable by `killTree()`: also descendants whose parent has
   * ended or that have taken a session of their own, and when the child itself has ended. The child
   * leads a session of its own, as with `detached`. Linux only.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`.
   *
   * @default `false`
   */
  contain?: boolean | undefined;
}
