import { deprecate } from 'node:util';
import { noteUse, USES_CHANNEL_TO_CHILD, USES_SENDING } from '../../bundles/uses';
import { invalidArgumentType, missingArgument, nodeError } from '../../errors';
import { NODE_MAJOR } from '../../node-version';
import { defineProperty } from '../../realm/define-property';
import { process } from '../../realm/main-realm';
import { validateObject } from '../arguments/validate';
import type { SendCallback, SendOptions } from '../types/messages';
import type { SerializationType } from '../types/options';
import { ChannelEnd } from './channel-end';
import type { ChannelTarget, Send } from './channel-target';
import type { Control } from './control';
import type { NativeHandle } from './handles/native-handle';
import { isMessageType, MESSAGE_TYPES } from './message-types';
import type { ProcessEnd } from './native-channel';
import { channelClosed } from './outgoing-messages';

/** `_channel` ended with Node 25. */
const HAS_OLD_NAME = NODE_MAJOR < 25;
const CHANNEL_DEPRECATION = '_channel is deprecated. Use ChildProcess.channel instead.';

/**
 * Opens a channel and gives `target` its methods, properties and events: `send`, `disconnect`,
 * `connected`, `channel`, `'message'`, `'internalMessage'`, `'disconnect'`. As in Node the methods
 * are the target's own properties, and `_send` and `_disconnect` are what programs may patch.
 *
 * @param target - a ChildProcess
 * @param processEnd - this process's end
 * @param serialization - how messages become bytes
 * @param onClosed - called once, after `'disconnect'`
 * @throws the system's error when the event loop cannot watch the descriptor, which is then closed
 */
export function setupChannel(
  target: ChannelTarget,
  processEnd: ProcessEnd,
  serialization: SerializationType,
  onClosed: () => void,
): void {
  noteUse(USES_CHANNEL_TO_CHILD);
  const end = new ChannelEnd(target, processEnd, serialization, onClosed);
  target.channel = end.control;
  if (HAS_OLD_NAME) deprecateOldName(target);
  attachEnd(end, target, (event, listener) => target.on(event, listener as () => void));
}

/**
 * Gives `target` the methods, properties and listeners of {@link setupChannel}, but for `channel`.
 *
 * @param end - the end that they act on
 * @param listen - adds a listener to `target`
 */
export function attachEnd(
  end: ChannelEnd,
  target: ChannelTarget,
  listen: (event: 'internalMessage' | 'newListener', listener: (...values: never[]) => void) => void,
): void {
  target._handleQueue = null;
  target._pendingMessage = null;
  listen('internalMessage', (message: { readonly cmd: string }, handle?: NativeHandle) =>
    end.handles.onInternalMessage(message, handle),
  );
  listen('newListener', () => process.nextTick(() => end.emitPending()));
  target.send = send;
  target._send = sender(end);
  target.connected = true;
  target.disconnect = disconnecter(end);
  target._disconnect = () => end.disconnect();
}

/**
 * `subprocess.send(message[, sendHandle[, options]][, callback])` (docs/api/child_process.md,
 * "send"). Without a name, as in Node: printed children show that.
 */
const send = (() =>
  function (
    this: ChannelTarget,
    message: unknown,
    handle?: unknown | SendCallback,
    options?: SendOptions | SendCallback,
    callback?: SendCallback,
  ): boolean {
    let settings: SendOptions | undefined;
    let whenSent = callback;
    let sentHandle: unknown = handle;
    if (typeof handle === 'function') {
      whenSent = handle as SendCallback;
      sentHandle = undefined;
    } else if (typeof options === 'function') {
      whenSent = options;
    } else if (options !== undefined) {
      validateObject(options, 'options');
      settings = options;
    }
    if (this.connected && this._send) {
      // Spreading nothing takes as long as the rest of this function.
      const ownSettings = settings === undefined ? { swallowErrors: false } : { swallowErrors: false, ...settings };
      return this._send(message, sentHandle, ownSettings, whenSent);
    }
    const error = channelClosed();
    if (typeof whenSent === 'function') process.nextTick(whenSent, error);
    else process.nextTick(() => this.emit('error', error));
    return false;
  })();

function sender(end: ChannelEnd): Send {
  return function (this: ChannelTarget, message, handle, options, callback): boolean {
    if (message === undefined) throw missingArgument('message');
    if (!isMessageType(typeof message)) throw invalidArgumentType('message', MESSAGE_TYPES, message);
    noteUse(USES_SENDING);
    const settings = typeof options === 'boolean' ? { swallowErrors: options } : (options ?? {});
    const whenSent = typeof callback === 'function' ? callback : undefined;
    return end.send(message, handle, settings, whenSent);
  };
}

function disconnecter(end: ChannelEnd): NonNullable<ChannelTarget['disconnect']> {
  return function (this: ChannelTarget): void {
    if (!this.connected) {
      this.emit('error', nodeError('Error', 'ERR_IPC_DISCONNECTED', 'IPC channel is already disconnected'));
      return;
    }
    this.connected = false;
    // Otherwise the answer to the last handle disconnects.
    if (!end.isSendingHandle) this._disconnect?.();
  };
}

function deprecateOldName(target: ChannelTarget): void {
  defineProperty(target, '_channel', {
    get: deprecate(() => target.channel, CHANNEL_DEPRECATION, 'DEP0129'),
    set: deprecate(
      (channel: Control | null) => {
        target.channel = channel;
      },
      CHANNEL_DEPRECATION,
      'DEP0129',
    ),
    configurable: true,
    enumerable: false,
  });
}
