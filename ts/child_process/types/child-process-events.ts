import type { SendHandle, Serializable } from './messages';

/** The events of a `ChildProcess` and their arguments (docs/api/child_process.md, "Events"). */
export interface ChildProcessEvents {
  /** The process was started; before all others. */
  spawn: [];
  /**
   * It could not be started, or not be killed; a message could not be sent; or its `AbortSignal`
   * was aborted.
   */
  error: [error: Error];
  /** It has ended; its streams may still be open. One of both is `null`. */
  exit: [code: number | null, signal: NodeJS.Signals | null];
  /** It has ended, or could not be started, and its streams are closed. */
  close: [code: number | null, signal: NodeJS.Signals | null];
  /** It sent a message. */
  message: [message: Serializable, sendHandle: SendHandle];
  /** The channel is closed. */
  disconnect: [];
}

/** Receives an event's arguments. */
export type ChildProcessListener<Name extends keyof ChildProcessEvents> = (...args: ChildProcessEvents[Name]) => void;
