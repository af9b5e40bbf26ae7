import { AsyncResource } from 'node:async_hooks';
import { constants } from 'node:os';
import { nodeError, systemError } from '../../errors';
import { Backlog, type SendCallback } from './backlog';
import type { ChannelTarget } from './channel-target';
import { Control } from './control';
import { ChannelHandles } from './handles/channel-handles';
import { discardHandle } from './handles/discard-handle';
import { isHandleMessage } from './handles/handle-message';
import type { FrameSender } from './handles/handle-transfers';
import type { HandleReceiver } from './handles/incoming-handles';
import { takeHandle } from './handles/take-handle';
import { isInternalMessage } from './internal-message';
import { MalformedMessage } from './malformed-message';
import { type ChannelListeners, NativeChannel, type ParentEnd } from './native-channel';
import type { Serialization } from './serialization';

/** From this many waiting bytes on, `send` answers `false`: two of Node's reads. */
const BACKLOG_THRESHOLD = 2 * 65_536;
/** Negative error numbers, as the system calls give them. */
const EBADF = -constants.errno.EBADF;
const EPIPE = -constants.errno.EPIPE;

/**
 * This process's end of a channel, from its opening to its closing.
 *
 * What comes from the event loop is emitted inside one AsyncResource, and each message in a tick of its own: an exception in one handler, or its microtasks, do
 * not touch the next message.
 */
export class ChannelEnd implements ChannelListeners, FrameSender, HandleReceiver {
  /** What the program sees of it. */
  readonly control: Control;
  readonly #target: ChannelTarget;
  readonly #onClosed: () => void;
  readonly #native: NativeChannel;
  readonly #resource = new AsyncResource('CHILDPROCESSCHANNEL');
  readonly #backlog = new Backlog();
  /** What is sent and received besides messages. */
  readonly handles: ChannelHandles;
  /** A message has left in this turn: those behind it are held back until its end. */
  #inTurn = false;
  /** The socket takes no more: what waits does so until the event loop says that it does. */
  #isBlocked = false;
  /** Less than the threshold waited after the last message that was sent. */
  hasRoom = true;
  /** How many of the frames that are held back have nobody but `'error'` to tell of a failure. */
  #unreported = 0;
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
  constructor(target: ChannelTarget, end: ParentEnd, serialization: Serialization, onClosed: () => void) {
    this.#target = target;
    this.#onClosed = onClosed;
    this.#native = new NativeChannel(end, serialization, this);
    this.control = new Control(this.#native, end.references);
    this.handles = new ChannelHandles(target, this);
  }

  /**
   * Sends a message that was validated. The first message of a turn of the event loop leaves at once; those behind it leave together, at the turn's end or when there
   * are enough of them.
   *
   * @param swallowErrors - whether a failure is reported to nobody when there is no callback
   * @returns whether less than the threshold waits
   * @throws what serializing throws
   */
  send(message: unknown, callback: SendCallback | undefined, swallowErrors: boolean): boolean {
    const coalesced = this.#inTurn;
    this.#sent(this.#native.send(message, coalesced), coalesced, callback, swallowErrors);
    return this.hasRoom;
  }

  /** Sends a message with a descriptor, at once. Returns whether that succeeded; otherwise as {@link send}. */
  sendWithDescriptor(
    message: unknown,
    descriptor: number,
    callback: SendCallback | undefined,
    swallowErrors: boolean,
  ): boolean {
    const waiting = this.#native.sendWithDescriptor(message, descriptor);
    this.#sent(waiting, false, callback, swallowErrors);
    return waiting >= 0;
  }

  /** Notes what came of sending a message: how many bytes wait after it, or a negative error number. */
  #sent(waiting: number, coalesced: boolean, callback: SendCallback | undefined, swallowErrors: boolean): void {
    this.hasRoom = waiting < BACKLOG_THRESHOLD;
    if (waiting < 0) {
      const error = waiting === EBADF && this.#native.descriptor < 0 ? channelClosed() : systemError(waiting, 'write');
      if (callback !== undefined || !swallowErrors) process.nextTick(callback ?? this.#report, error);
    } else if (waiting > 0) {
      if (callback === undefined && !swallowErrors) this.#unreported += 1;
      this.#backlog.add(callback);
      if (!coalesced) this.#account(this.#native.flush());
    } else {
      if (!this.#backlog.isEmpty) this.#account(0);
      if (callback !== undefined) process.nextTick(callback, null);
    }
    if (!this.#inTurn && !this.#isBlocked) {
      this.#inTurn = true;
      process.nextTick(this.#endTurn);
    }
  }

  /** Closes the channel as soon as what waits has left and a message that is being received is complete. */
  disconnect(): void {
    if (this.#disconnecting) return;
    this.#disconnecting = true;
    this.#target.channel = null;
    this.#awaitsMessage = !this.#ended && this.#native.isReceiving();
    this.#sendHeldBack();
    this.#finishWhenSettled();
  }

  /** Emits the messages that came before someone listened, if someone does now. */
  emitPending(): void {
    const { control } = this;
    if (this.#target.channel == null || this.#target.listenerCount('message') === 0) return;
    const messages = control.pendingMessages;
    control.pendingMessages = [];
    this.#resource.runInAsyncScope(() => {
      for (const { message, handle } of messages) this.deliver(message, handle);
    });
  }

  /** Emits a message in a tick of its own, or keeps it until someone listens. */
  deliver(message: unknown, handle: unknown): void {
    process.nextTick(() => {
      const target = this.#target;
      if (isInternalMessage(message)) target.emit('internalMessage', message, handle);
      else if (target.listenerCount('message') > 0) target.emit('message', message, handle);
      else if (this.#finishing) discardHandle(handle);
      else this.control.pendingMessages.push({ message, handle });
    });
  }

  reserveDescriptor(): boolean {
    return this.#native.reserveDescriptor();
  }

  onInFlight(isInFlight: boolean): void {
    if (isInFlight) this.control.refCounted();
    else this.control.unrefCounted();
  }

  onDelivered(): void {
    this.#finishWhenSettled();
  }

  onMessages(messages: unknown[], withDescriptors: boolean): void {
    if (this.#ended) return;
    this.#resource.runInAsyncScope(() => {
      const wanted = this.#disconnecting ? messages.slice(0, this.#awaitsMessage ? 1 : 0) : messages;
      for (const [position, message] of wanted.entries()) {
        if (message instanceof MalformedMessage) this.#refuse(message.cause);
        else if (withDescriptors && isHandleMessage(message)) this.deliver(message, takeHandle(this.#native, position));
        else this.deliver(message, undefined);
      }
      this.#awaitsMessage = false;
      this.#finishWhenSettled();
    });
  }

  onSent(waiting: number): void {
    this.#resource.runInAsyncScope(() => this.#account(waiting));
  }

  onEnd(malformed: string | null | undefined): void {
    this.#resource.runInAsyncScope(() => {
      if (malformed == null) this.#end();
      else this.#refuse(new Error(malformed));
    });
  }

  readonly #report = (error: Error): void => {
    this.#target.emit('error', error);
  };

  readonly #endTurn = (): void => {
    this.#inTurn = false;
    this.#sendHeldBack();
  };

  /** Frames that wait for the socket are the event loop's concern. */
  #sendHeldBack(): void {
    if (!this.#isBlocked && !this.#backlog.isEmpty) this.#account(this.#native.flush());
  }

  /**
   * Tells the senders what became of their frames.
   *
   * @param waiting - how many still wait for the socket, or the negative error number for which none will leave
   */
  #account(waiting: number): void {
    if (waiting < 0) this.#abandon(systemError(waiting, 'write'));
    else this.#backlog.leave(waiting);
    this.#unreported = 0;
    const isBlocked = waiting > 0;
    if (isBlocked !== this.#isBlocked) {
      this.#isBlocked = isBlocked;
      this.control.setWriting(isBlocked);
    }
    this.#finishWhenSettled();
  }

  #abandon(error: Error): void {
    this.#backlog.abandon(error);
    for (let count = this.#unreported; count > 0; count--) process.nextTick(this.#report, error);
  }

  /** Ends a channel whose peer does not keep to the protocol: what follows a frame that cannot be read cannot be trusted either. */
  #refuse(cause: unknown): void {
    this.#ended = true;
    process.nextTick(() => {
      try {
        this.#reportMalformed(cause);
      } finally {
        this.#end();
      }
    });
  }

  #reportMalformed(cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const text = `The channel was closed because a message that came on it is malformed: ${reason}`;
    const code = 'ERR_IPC_MALFORMED_MESSAGE';
    if (this.#target.listenerCount('error') > 0) {
      this.#target.emit('error', Object.assign(nodeError(Error, code, text), { cause }));
    } else {
      process.emitWarning(text, { type: 'MalformedMessageWarning', code });
    }
  }

  /** The peer is gone, or is not talked to any more: nothing that waits will leave. */
  #end(): void {
    this.#ended = true;
    this.#awaitsMessage = false;
    if (!this.#backlog.isEmpty) this.#account(EPIPE);
    this.handles.abandon(systemError(EPIPE, 'write'));
    if (this.#target.connected) this.#target.disconnect?.();
    // A program may have replaced `disconnect`.
    this.disconnect();
    this.#finishWhenSettled();
  }

  #finishWhenSettled(): void {
    if (!this.#disconnecting || this.#finishing || this.#awaitsMessage || !this.#backlog.isEmpty) return;
    if (this.handles.isReceiving) return;
    this.#finishing = true;
    process.nextTick(() => {
      this.#native.close();
      this.handles.abandon(channelClosed());
      try {
        this.#target.emit('disconnect');
      } finally {
        for (const { handle } of this.control.pendingMessages) discardHandle(handle);
        this.#onClosed();
      }
    });
  }
}

/** `ERR_IPC_CHANNEL_CLOSED`: a message cannot be sent any more. */
export function channelClosed(): Error {
  return nodeError(Error, 'ERR_IPC_CHANNEL_CLOSED', 'Channel closed');
}
