import type { SendCallback, SendHandle, SendOptions, Serializable } from '../types/messages';

/**
 * `subprocess.send(message[, sendHandle[, options]][, callback])` (docs/api/child_process.md,
 * "send").
 *
 * Returns whether less than 128 KiB wait to be sent. The callback is called with `null` when the
 * message has left, or with the error; without a callback the error is an `'error'` event:
 * `ERR_IPC_CHANNEL_CLOSED` when the channel is closed, or the system's. At the call are thrown:
 * `ERR_MISSING_ARGS` for an undefined message, `ERR_INVALID_ARG_TYPE` for a message or options of a
 * wrong type, `ERR_INVALID_HANDLE_TYPE` for anything but a {@link SendHandle} in its place, and
 * what serializing throws.
 *
 * One handle is on its way at a time; everything behind it waits in order until the receiver has
 * it, and `send` returns `false` from the second of these on.
 */
export interface SendMethod {
  (message: Serializable, callback?: SendCallback): boolean;
  (message: Serializable, sendHandle?: SendHandle, callback?: SendCallback): boolean;
  (message: Serializable, sendHandle?: SendHandle, options?: SendOptions, callback?: SendCallback): boolean;
}
