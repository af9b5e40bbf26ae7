import type { ChannelTarget } from '../channel-target';
import type { OutgoingMessages } from '../outgoing-messages';
import { Answers } from './answers';
import { HANDLE_ACKNOWLEDGED, HANDLE_REFUSED, isHandleMessage } from './handle-message';
import { type FlightListener, HandleTransfers, type Sending } from './handle-transfers';
import { type HandleReceiver, IncomingHandles } from './incoming-handles';
import type { NativeHandle } from './native-handle';
import { SocketLists } from './socket-lists';

/** All that concerns handles on one channel, in both directions. */
export class ChannelHandles {
  readonly #transfers: HandleTransfers;
  readonly #incoming: IncomingHandles;
  readonly #lists: SocketLists;

  /**
   * @param target - who emits the events
   * @param outgoing - the sending half of this process's end
   * @param channel - this process's end
   */
  constructor(target: ChannelTarget, outgoing: OutgoingMessages, channel: FlightListener & HandleReceiver) {
    const answers = new Answers(target, outgoing);
    this.#lists = new SocketLists(target, answers);
    this.#transfers = new HandleTransfers(target, outgoing, channel, this.#lists);
    this.#incoming = new IncomingHandles(target, channel, this.#lists, answers);
  }

  /** Whether a handle of ours has not been answered, so that `disconnect` has to wait. */
  get isSending(): boolean {
    return this.#transfers.isBusy;
  }

  /** Whether a handle has come that the program has not got yet. */
  get isReceiving(): boolean {
    return this.#incoming.isBusy;
  }

  /** Sends a message, with a handle or without: {@link HandleTransfers.send}. */
  send(sending: Sending): boolean {
    return this.#transfers.send(sending);
  }

  /** There will be no more answers: {@link HandleTransfers.abandon}. */
  abandon(error: Error): void {
    this.#transfers.abandon(error);
  }

  /** Deals with a message of the protocol; others are nothing to it. */
  onInternalMessage(message: { readonly cmd: string }, handle: NativeHandle | undefined): void {
    if (message.cmd === HANDLE_ACKNOWLEDGED) this.#transfers.acknowledged();
    else if (message.cmd === HANDLE_REFUSED) this.#transfers.refused();
    else if (isHandleMessage(message)) this.#incoming.receive(message, handle);
    else this.#lists.answer(message);
  }
}
