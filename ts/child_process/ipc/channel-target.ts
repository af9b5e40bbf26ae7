import type { EventEmitter } from 'node:events';
import type { SendCallback, SendOptions } from '../types/messages';
import type { Control } from './control';

/**
 * What an end of a channel is set up on: a ChildProcess, or `process` in a child. Names that begin
 * with `_` are those of Node, which programs know.
 */
export interface ChannelTarget extends EventEmitter {
  /** The channel; `null` once it was disconnected. */
  channel?: Control | null | undefined;
  /** Whether messages can be sent. */
  connected: boolean;
  /** What waits behind a handle that is not acknowledged; `null` when there is none. */
  _handleQueue?: { readonly length: number } | null;
  /** The handle that is not acknowledged; `null` when there is none. */
  _pendingMessage?: object | null;
  send?(
    message: unknown,
    handle?: unknown | SendCallback,
    options?: SendOptions | SendCallback,
    callback?: SendCallback,
  ): boolean;
  _send?(message: unknown, handle?: unknown, options?: SendOptions | boolean, callback?: SendCallback): boolean;
  disconnect?(): void;
  _disconnect?(): void;
}

/** `_send` of a target. */
export type Send = NonNullable<ChannelTarget['_send']>;
