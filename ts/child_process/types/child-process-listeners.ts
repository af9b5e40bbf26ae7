import type { EventEmitter } from 'node:events';
import type { ChildProcessEvents, ChildProcessListener } from './child-process-events';
import type { SendHandle, Serializable } from './messages';

/**
 * The inherited methods that add a listener, as they know the events of a child; a program may emit
 * others besides. Each call is written out, since editors show the text of the one that is used.
 */
export interface ChildProcessListeners extends EventEmitter {
  /**
   * Adds a listener: the process has ended, or could not be started, and its streams are closed.
   */
  addListener(event: 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener: the channel is closed. */
  addListener(event: 'disconnect', listener: () => void): this;
  /**
   * Adds a listener: it could not be started, or not be killed; a message could not be sent; or its
   * `AbortSignal` was aborted.
   */
  addListener(event: 'error', listener: (error: Error) => void): this;
  /** Adds a listener: it has ended, by an exit code or a signal; its streams may still be open. */
  addListener(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener: it sent a message. */
  addListener(event: 'message', listener: (message: Serializable, sendHandle: SendHandle) => void): this;
  /** Adds a listener: it was started; before all other events. */
  addListener(event: 'spawn', listener: () => void): this;
  /** Adds a listener of one of the child's events. */
  addListener<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  /** Adds a listener of an event that the program itself emits. */
  addListener<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
  /**
   * Adds a listener: the process has ended, or could not be started, and its streams are closed.
   */
  on(event: 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener: the channel is closed. */
  on(event: 'disconnect', listener: () => void): this;
  /**
   * Adds a listener: it could not be started, or not be killed; a message could not be sent; or its
   * `AbortSignal` was aborted.
   */
  on(event: 'error', listener: (error: Error) => void): this;
  /** Adds a listener: it has ended, by an exit code or a signal; its streams may still be open. */
  on(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener: it sent a message. */
  on(event: 'message', listener: (message: Serializable, sendHandle: SendHandle) => void): this;
  /** Adds a listener: it was started; before all other events. */
  on(event: 'spawn', listener: () => void): this;
  /** Adds a listener of one of the child's events. */
  on<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  /** Adds a listener of an event that the program itself emits. */
  on<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
  /**
   * Adds a listener for the next time: the process has ended, or could not be started, and its
   * streams are closed.
   */
  once(event: 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener for the next time: the channel is closed. */
  once(event: 'disconnect', listener: () => void): this;
  /**
   * Adds a listener for the next time: it could not be started, or not be killed; a message could
   * not be sent; or its `AbortSignal` was aborted.
   */
  once(event: 'error', listener: (error: Error) => void): this;
  /**
   * Adds a listener for the next time: it has ended, by an exit code or a signal; its streams may
   * still be open.
   */
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener for the next time: it sent a message. */
  once(event: 'message', listener: (message: Serializable, sendHandle: SendHandle) => void): this;
  /** Adds a listener for the next time: it was started; before all other events. */
  once(event: 'spawn', listener: () => void): this;
  /** Adds a listener for the next time of one of the child's events. */
  once<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  /** Adds a listener for the next time of an event that the program itself emits. */
  once<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
  /**
   * Adds a listener before the others: the process has ended, or could not be started, and its
   * streams are closed.
   */
  prependListener(event: 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener before the others: the channel is closed. */
  prependListener(event: 'disconnect', listener: () => void): this;
  /**
   * Adds a listener before the others: it could not be started, or not be killed; a message could
   * not be sent; or its `AbortSignal` was aborted.
   */
  prependListener(event: 'error', listener: (error: Error) => void): this;
  /**
   * Adds a listener before the others: it has ended, by an exit code or a signal; its streams may
   * still be open.
   */
  prependListener(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener before the others: it sent a message. */
  prependListener(event: 'message', listener: (message: Serializable, sendHandle: SendHandle) => void): this;
  /** Adds a listener before the others: it was started; before all other events. */
  prependListener(event: 'spawn', listener: () => void): this;
  /** Adds a listener before the others of one of the child's events. */
  prependListener<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  /** Adds a listener before the others of an event that the program itself emits. */
  prependListener<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
  /**
   * Adds a listener before the others for the next time: the process has ended, or could not be
   * started, and its streams are closed.
   */
  prependOnceListener(event: 'close', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener before the others for the next time: the channel is closed. */
  prependOnceListener(event: 'disconnect', listener: () => void): this;
  /**
   * Adds a listener before the others for the next time: it could not be started, or not be killed;
   * a message could not be sent; or its `AbortSignal` was aborted.
   */
  prependOnceListener(event: 'error', listener: (error: Error) => void): this;
  /**
   * Adds a listener before the others for the next time: it has ended, by an exit code or a signal;
   * its streams may still be open.
   */
  prependOnceListener(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): this;
  /** Adds a listener before the others for the next time: it sent a message. */
  prependOnceListener(event: 'message', listener: (message: Serializable, sendHandle: SendHandle) => void): this;
  /**
   * Adds a listener before the others for the next time: it was started; before all other events.
   */
  prependOnceListener(event: 'spawn', listener: () => void): this;
  /** Adds a listener before the others for the next time of one of the child's events. */
  prependOnceListener<Name extends keyof ChildProcessEvents>(event: Name, listener: ChildProcessListener<Name>): this;
  /**
   * Adds a listener before the others for the next time of an event that the program itself emits.
   */
  prependOnceListener<Args extends unknown[]>(event: string | symbol, listener: (...args: Args) => void): this;
}
