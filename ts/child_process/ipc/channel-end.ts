import { noteUse, USES_RECEIVING, USES_SENDING } from '../../bundles/uses';
import { errorNumber, systemError } from '../../errors';
import { HandleContext } from '../../handle-context';
import { process } from '../../realm/main-realm';
import type { SendCallback, SendOptions } from '../types/messages';
import type { SerializationType } from '../types/options';
import type { ChannelListener } from './channel-listener';
import type { ChannelTarget } from './channel-target';
import { Control } from './control';
import { ChannelHandles } from './handles/channel-handles';
import { discardHandle } from './handles/discard-handle';
import { isHandleMessage } from './handles/handle-message';
import { takeHandle } from './handles/take-handle';
import { isInternalMessage } from './internal-message';
import { MalformedMessage } from './malformed-message';
import { NativeChannel, type ProcessEnd } from './native-channel';
import { channelClosed, OutgoingMessages } from './outgoing-messages';
import { reportMalformed } from './report-malformed';
import type { SerializedMessage } from './serialized-message';

/**
 * This process's end of a channel, from its opening to its closing.
 *
 * What comes from the event loop is emitted inside one AsyncResource, and each message in a tick of
 * its own: an exception in one handler, or its microtasks, do not touch the next message.
 */
export class ChannelEnd implements ChannelListener {
  /** What the program sees of it. */
  readonly control: Control;
  readonly #target: ChannelTarget;
  readonly #onClosed: () => void;
  readonly #native: NativeChannel;
  readonly #resource = new HandleContext('CHILDPROCESSCHANNEL', this);
  readonly #outgoing: OutgoingMessages;
  #handles: ChannelHandles | undefined;
  /** No more messages will come. */
  #ended = false;
  #disconnecting = false;
  /** `disconnect` came in the middle of a message, and waits for the rest of it. */
  #awaitsMessage = false;
  #finishing = false;

  /**
   * @param target - who emits the events
   * @param end - this process's end
   * @param serialization - how messages become bytes
   * @param onClosed - called once, after `'disconnect'`
   */
  constructor(target: ChannelTarget, end: ProcessEnd, serialization: SerializationType, onClosed: () => void) {
    this.#target = target;
    this.#onClosed = onClosed;
    this.#native = new NativeChannel(end, serialization, this);
    this.#outgoing = new OutgoingMessages(this.#native, this);
    this.control = new Control(this.#native, end.references);
  }

  /** Whether the channel keeps the event loop alive. */
  hasRef(): boolean {
    return this.#native.hasRef();
  }

  /** The handles of this channel. */
  get handles(): ChannelHandles {
    this.#handles ??= new ChannelHandles(this.#target, this.#outgoing, this);
    return this.#handles;
  }

  /** Whether a handle of ours has not been answered, so that `disconnect` has to wait. */
  get isSendingHandle(): boolean {
    return this.#handles?.isSending === true;
  }

  /**
   * Sends a message that was validated. Without a handle, and with none on its way, it goes
   * straight to the channel.
   *
   * @returns whether little waits
   * @throws `ERR_INVALID_HANDLE_TYPE`; what serializing throws
   */
  send(message: unknown, handle: unknown, options: SendOptions, callback: SendCallback | undefined): boolean {
    if (!handle && !this.isSendingHandle) {
      return this.#outgoing.send(message, callback, options.swallowErrors === true);
    }
    return this.handles.send({ message, handle, options, callback });
  }

  /**
   * Sends a message that Node's end has serialized: also while a handle is on its way, which it
   * would have waited for before.
   *
   * @returns whether little waits
   * @throws `ERR_INVALID_ARG_TYPE` for a message of which `toJSON` makes nothing
   */
  sendSerialized(message: SerializedMessage, swallowErrors: boolean, callback: SendCallback | undefined): boolean {
    noteUse(USES_SENDING);
    return this.#outgoing.send(message, callback, swallowErrors);
  }

  /**
   * Closes the channel as soon as what waits has left and a message that is being received is
   * complete.
   */
  disconnect(): void {
    if (this.#disconnecting) return;
    this.#disconnecting = true;
    this.#target.channel = null;
    this.#awaitsMessage = !this.#ended && this.#native.isReceiving();
    this.#outgoing.flush();
    this.#finishWhenSettled();
  }

  /**
   * Takes what another reader of the channel has read, from the beginning of a message on, to be
   * delivered by {@link deliverWhatHasCome}.
   *
   * @param length - how many of the bytes came
   * @param descriptor - what came with them, which is the channel's from here on; a negative number
   * when nothing did
   */
  beginWith(bytes: Uint8Array, length: number, descriptor: number): void {
    this.#native.beginWith(bytes, length, descriptor);
  }

  /**
   * Delivers what has come by now, but not an end behind messages, which are handled in ticks. To
   * be called in a callback of the event loop.
   *
   * @returns whether more can be read
   */
  deliverWhatHasCome(): boolean {
    return this.#native.deliverWhatHasCome();
  }

  /**
   * Emits the messages that came before someone listened, if someone does now, in the async context
   * of who listens: the first at once, each other in a tick of its own.
   */
  emitPending(): void {
    const { control } = this;
    if (this.#target.channel == null || this.#target.listenerCount('message') === 0) return;
    const pending = control.pendingMessages;
    if (pending.length === 0) return;
    const first = pending[0] as (typeof pending)[number];
    control.pendingMessages = [];
    for (let index = 1; index < pending.length; index++) this.deliver(pending[index]?.message, pending[index]?.handle);
    this.emitMessage(first.message, first.handle);
  }

  /** Emits a message in a tick of its own, or keeps it until someone listens. */
  deliver(message: unknown, handle: unknown): void {
    process.nextTick(this.emitMessage, message, handle);
  }

  /**
   * Emits a message, or keeps it until someone listens. One function for all of them: it is called
   * for every message.
   */
  readonly emitMessage = (message: unknown, handle: unknown): void => {
    const target = this.#target;
    if (isInternalMessage(message)) target.emit('internalMessage', message, handle);
    else if (target.listenerCount('message') > 0) target.emit('message', message, handle);
    else if (this.#finishing) discardHandle(handle);
    else this.control.pendingMessages[this.control.pendingMessages.length] = { message, handle };
  };

  /** The turn of what the listeners of a last message send ends with them. */
  readonly #emitLast = (message: unknown): void => {
    this.#outgoing.beginTurn();
    try {
      this.emitMessage(message, undefined);
    } finally {
      this.#outgoing.endTurn();
    }
  };

  reserveDescriptor(): boolean {
    return this.#native.reserveDescriptor();
  }

  onInFlight(isInFlight: boolean): void {
    if (isInFlight) this.control.refCounted();
    else this.control.unrefCounted();
  }

  onMessages(messages: unknown[], withDescriptors: boolean): void {
    if (this.#ended) return;
    noteUse(USES_RECEIVING);
    this.#resource.runInAsyncScope(() => {
      const wanted = !this.#disconnecting ? messages.length : this.#awaitsMessage ? 1 : 0;
      for (let position = 0; position < wanted; position++) {
        const message = messages[position];
        if (message instanceof MalformedMessage) this.#refuse(message.cause);
        else if (withDescriptors && isHandleMessage(message)) this.deliver(message, takeHandle(this.#native, position));
        else if (position < wanted - 1) this.deliver(message, undefined);
        else process.nextTick(this.#emitLast, message);
      }
      this.#awaitsMessage = false;
      this.#finishWhenSettled();
    });
  }

  onSent(waiting: number): void {
    this.#resource.runInAsyncScope(() => this.#outgoing.account(waiting));
  }

  onEnd(malformed: string | null | undefined): void {
    this.#resource.runInAsyncScope(() => {
      if (malformed == null) this.#end();
      else this.#refuse(new Error(malformed));
    });
  }

  onUnsent(error: Error): void {
    this.#target.emit('error', error);
  }

  onBlocked(isBlocked: boolean): void {
    this.control.setWriting(isBlocked);
  }

  onSettled(): void {
    this.#finishWhenSettled();
  }

  /**
   * Ends a channel whose peer does not keep to the protocol: what follows a frame that cannot be
   * read cannot be trusted either.
   */
  #refuse(cause: unknown): void {
    this.#ended = true;
    process.nextTick(() => {
      try {
        reportMalformed(this.#target, cause);
      } finally {
        this.#end();
      }
    });
  }

  /** The peer is gone or was cut off: drop everything queued. */
  #end(): void {
    this.#ended = true;
    this.#awaitsMessage = false;
    this.#outgoing.abandon();
    this.#handles?.abandon(systemError(errorNumber('EPIPE'), 'write'));
    if (this.#target.connected) this.#target.disconnect?.();
    // A program may have replaced `disconnect`.
    this.disconnect();
    this.#finishWhenSettled();
  }

  #finishWhenSettled(): void {
    if (!this.#disconnecting || this.#finishing || this.#awaitsMessage || !this.#outgoing.isEmpty) return;
    if (this.#handles?.isReceiving) return;
    this.#finishing = true;
    process.nextTick(() => {
      this.#native.close();
      this.#resource.emitDestroy();
      this.#handles?.abandon(channelClosed());
      try {
        this.#target.emit('disconnect');
      } finally {
        const { pendingMessages } = this.control;
        for (let index = 0; index < pendingMessages.length; index++) discardHandle(pendingMessages[index]?.handle);
        this.#onClosed();
      }
    });
  }
}
