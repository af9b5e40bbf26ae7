import type { AsyncResource } from 'node:async_hooks';
import type { NodesEnd } from '../ipc/nodes-end';
import type { OwnEnd, Received } from '../ipc/take-over';

/** Node's end of the channel in a child, until ours takes its place. */
export interface WaitingEnd {
  readonly nodes: NodesEnd;
  /** What comes from the channel has the context of this. */
  readonly resource: AsyncResource;
  /** Whether {@link takeOver} was called. */
  isOver: boolean;
  /**
   * Puts ours in the place of Node's, at the first call that can.
   *
   * @param hasCome - whether the event loop has just found that there is something to read
   * @param received - what was read already
   * @returns ours; nothing where Node's end stays, or where the stack has no place for the change
   */
  takeOver(hasCome: boolean, received?: Received): OwnEnd | undefined;
}
