import { AsyncResource } from 'node:async_hooks';
import { process } from '../../../realm/main-realm';
import type { SendCallback, SendOptions } from '../../types/messages';
import type { ChannelListener } from '../channel-listener';
import type { ChannelTarget } from '../channel-target';
import { Fifo } from '../fifo';
import type { OutgoingMessages } from '../outgoing-messages';
import type { HandleConversion } from './handle-conversion';
import { conversionOf } from './handle-conversions';
import { HANDLE, type HandleMessage, isHandleAnswer } from './handle-message';
import { descriptorOf } from './native-descriptor';
import type { NativeHandle } from './native-handle';
import type { SocketLists } from './socket-lists';

/** How often a handle is sent again that did not reach the receiver. */
const MAX_RETRANSMISSIONS = 3;

/** One call of `send`. */
export interface Sending {
  readonly message: unknown;
  readonly handle: unknown;
  readonly options: SendOptions;
  readonly callback: SendCallback | undefined;
}

/** A handle that is on its way. */
interface InFlight {
  readonly message: HandleMessage;
  readonly handle: NativeHandle;
  /** Whether this process's own handle is to be closed when the receiver has it. */
  readonly closes: boolean;
  retransmissions: number;
}

/**
 * The handles that are sent over one channel. One is in flight until the receiver answers;
 * everything behind it waits, in order, but for answers to the receiver's own handles.
 */
export class HandleTransfers {
  readonly #target: ChannelTarget;
  readonly #outgoing: OutgoingMessages;
  readonly #listener: ChannelListener;
  readonly #lists: SocketLists;
  readonly #waiting = new Fifo<Sending>();
  #inFlight: InFlight | null = null;

  /**
   * @param target - whose `_send` is called for what has waited, since programs may replace it
   * @param outgoing - what sends the frames
   * @param listener - the channel's end
   * @param lists - counts the sockets of servers
   */
  constructor(target: ChannelTarget, outgoing: OutgoingMessages, listener: ChannelListener, lists: SocketLists) {
    this.#target = target;
    this.#outgoing = outgoing;
    this.#listener = listener;
    this.#lists = lists;
  }

  /** Whether a handle is in flight. */
  get isBusy(): boolean {
    return this.#inFlight !== null;
  }

  /**
   * Sends a message, now or when the handle before it has arrived. Returns whether little waits.
   *
   * @throws what {@link conversionOf} throws, and what serializing does
   */
  send(sending: Sending): boolean {
    const { message, handle, callback, options } = sending;
    const conversion = handle ? conversionOf(handle) : undefined;
    if (this.#inFlight !== null && (conversion !== undefined || !isHandleAnswer(message))) {
      this.#waiting.push(callback ? { ...sending, callback: AsyncResource.bind(callback) } : sending);
      return this.#waiting.length === 1;
    }
    const native = conversion?.native(handle);
    if (conversion === undefined || !native) {
      return this.#outgoing.send(message, callback, options.swallowErrors === true);
    }
    return this.#sendHandle(sending, conversion, native);
  }

  /**
   * The receiver has the handle in flight. What waits leaves first, so that the receiver has
   * something to do while this process closes its own copy.
   */
  acknowledged(): void {
    const landed = this.#land();
    if (landed === null) return;
    this.#sendWhatWaits();
    close(landed);
  }

  /** The handle in flight did not reach the receiver: it is sent again, three times at most. */
  refused(): void {
    const sent = this.#inFlight;
    if (sent === null) return;
    if (sent.retransmissions < MAX_RETRANSMISSIONS) {
      sent.retransmissions += 1;
      const { message, handle } = sent;
      const descriptor = descriptorOf(handle);
      if (descriptor >= 0 && this.#outgoing.sendWithDescriptor(message, descriptor, undefined, true)) return;
    } else {
      process.emitWarning('Handle did not reach the receiving process correctly', 'SentHandleNotReceivedWarning');
    }
    this.acknowledged();
  }

  /**
   * There will be no more answers. Closes what was in flight; `error` goes to the callbacks of what
   * waits.
   */
  abandon(error: Error): void {
    const landed = this.#land();
    if (landed !== null) close(landed);
    for (let sending = this.#waiting.shift(); sending !== undefined; sending = this.#waiting.shift()) {
      if (sending.callback !== undefined) process.nextTick(sending.callback, error);
    }
  }

  #sendHandle(sending: Sending, conversion: HandleConversion, native: NativeHandle): boolean {
    const { handle, options, callback } = sending;
    const { type } = conversion;
    const about = conversion.describe?.(handle);
    const message: HandleMessage = { cmd: HANDLE, type, msg: sending.message, resendable: true, ...about };
    const closes = conversion.moves(options);
    conversion.beforeSending?.(handle, this.#lists);
    const descriptor = descriptorOf(native);
    const sent = this.#outgoing.sendWithDescriptor(message, descriptor, callback, options.swallowErrors === true);
    if (closes) conversion.release?.(handle);
    if (sent) {
      this.#inFlight = { message, handle: native, closes, retransmissions: 0 };
      this.#listener.onInFlight(true);
      this.#show();
    } else if (closes) {
      native.close();
    }
    return this.#outgoing.takesMore;
  }

  readonly #report = (error: Error): void => {
    this.#target.emit('error', error);
  };

  /** Ends the flight; returns what was in flight. */
  #land(): InFlight | null {
    const landed = this.#inFlight;
    if (landed === null) return null;
    this.#inFlight = null;
    this.#show();
    this.#listener.onInFlight(false);
    return landed;
  }

  #sendWhatWaits(): void {
    const target = this.#target;
    while (this.#inFlight === null) {
      const sending = this.#waiting.shift();
      if (sending === undefined) break;
      const { message, handle, options, callback } = sending;
      try {
        target._send?.(message, handle, options, callback);
      } catch (error) {
        // Nobody is there to catch it: the call that sent it returned long ago.
        process.nextTick(callback ?? this.#report, error as Error);
      }
    }
    if (this.#inFlight === null && !target.connected && target.channel) target._disconnect?.();
  }

  /** The names under which Node has the state, for programs that look at it. */
  #show(): void {
    this.#target._pendingMessage = this.#inFlight;
    this.#target._handleQueue = this.#inFlight && this.#waiting;
  }
}

function close({ handle, closes }: InFlight): void {
  if (closes) handle.close();
}
