/** What a signal to a tree of processes has reached. */
export interface SignalledTree {
  /**
   * The process identifiers of those that were signalled, in that order: children before their
   * parents.
   */
  signalled: number[];
  /** The process identifiers of descendants that this process may not signal (`EPERM`). */
  refused: number[];
}
