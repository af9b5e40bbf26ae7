import type { ChannelListener } from '../channel-listener';
import type { ChannelTarget } from '../channel-target';
import type { OutgoingMessages } from '../outgoing-messages';
import { Answers } from './answers';
import { HANDLE_ACKNOWLEDGED, HANDLE_REFUSED, isHandleMessage } from './handle-message';
import { HandleTransfers, type Sending } from './handle-transfers';
import { IncomingHandles } from './incoming-handles';
import type { NativeHandle } from './native-handle';
import { SocketLists } from './socket-lists';

/**
 * The handles of one channel, in both directions. Made with the first handle, or question about
 * handles.
 */
export class ChannelHandles {
  readonly #transfers: HandleTransfers;
  readonly #incoming: IncomingHandles;
  readonly #lists: SocketLists;

  /**
   * @param target - who emits the events
   * @param outgoing - the sending half of this process's end
   * @param listener - this process's end
   */
  constructor(target: ChannelTarget, outgoing: OutgoingMessages, listener: ChannelListener) {
    const answers = new Answers(target, outgoing);
    this.#lists = new SocketLists(target, answers);
    this.#transfers = new HandleTransfers(target, outgoing, listener, this.#lists);
    this.#incoming = new IncomingHandles(target, listener, this.#lists, answers);
  }

  /** Whether a handle of ours has not been answered, so that `disconnect` has to wait. */
  get isSending(): boolean {
    return this.#transfers.isBusy;
  }

  /** Whether a handle has come that is not delivered yet. */
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

  /** Handles a message of the protocol; ignores others. */
  onInternalMessage(message: { readonly cmd: string }, handle: NativeHandle | undefined): void {
    if (message.cmd === HANDLE_ACKNOWLEDGED) this.#transfers.acknowledged();
    else if (message.cmd === HANDLE_REFUSED) this.#transfers.refused();
    else if (isHandleMessage(message)) this.#incoming.receive(message, handle);
    else this.#lists.answer(message);
  }
}
