import type { ChannelTarget } from '../channel-target';
import { conversionFor } from './handle-conversions';
import { HANDLE_ACKNOWLEDGED, HANDLE_REFUSED, type HandleMessage, isHandleMessage } from './handle-message';
import type { NativeHandle } from './native-handle';
import type { SocketLists } from './socket-lists';

/** Milliseconds between two looks for a free descriptor. */
const RESERVATION_INTERVAL = 20;

/** What handles that come need of their channel. */
export interface HandleReceiver {
  /** Keeps a place in the descriptor table free for the next handle; `false` when there is none. */
  reserveDescriptor(): boolean;
  /** Hands a message and its handle to the program. */
  deliver(message: unknown, handle: unknown): void;
  /** Called when the last of the handles that came has been delivered. */
  onDelivered(): void;
}

/** The handles that come over one channel: answered, and made into what the program gets. */
export class IncomingHandles {
  readonly #target: ChannelTarget;
  readonly #receiver: HandleReceiver;
  readonly #lists: SocketLists;
  #converting = 0;

  /**
   * @param target - whose `_send` takes the answers
   * @param receiver - the channel
   * @param lists - who counts the sockets of servers
   */
  constructor(target: ChannelTarget, receiver: HandleReceiver, lists: SocketLists) {
    this.#target = target;
    this.#receiver = receiver;
    this.#lists = lists;
  }

  /** Whether handles have come that are not delivered yet: a server is delivered when it listens. */
  get isBusy(): boolean {
    return this.#converting > 0;
  }

  /**
   * Takes a handle and the message around it.
   *
   * @param native - what came; nothing when it was lost on the way, because this process had no free descriptor
   */
  receive(message: HandleMessage, native: NativeHandle | undefined): void {
    const inner = innermost(message);
    const conversion = native && conversionFor(inner, native);
    if (native === undefined && !isResent(inner)) {
      // The handle is lost, but not the message.
      this.#answer(HANDLE_ACKNOWLEDGED);
      this.#receiver.deliver(inner.msg, undefined);
      return;
    }
    if (native === undefined || conversion === undefined) {
      native?.close();
      this.#refuse();
      return;
    }
    this.#answer(HANDLE_ACKNOWLEDGED);
    this.#converting += 1;
    const deliver = (handle: unknown) => {
      this.#receiver.deliver(inner.msg, handle);
      this.#converting -= 1;
      if (this.#converting === 0) this.#receiver.onDelivered();
    };
    try {
      conversion.receive(native, inner, this.#lists, deliver);
    } catch {
      // What the message says does not fit the descriptor. The program gets its message without.
      native.close();
      deliver(undefined);
    }
  }

  /** Asks for the handle again, once there is room for it: otherwise the sender would soon have tried often enough, and its message would be lost. */
  #refuse(): void {
    if (!this.#target.channel) return;
    if (this.#receiver.reserveDescriptor()) this.#answer(HANDLE_REFUSED);
    else setTimeout(() => this.#refuse(), RESERVATION_INTERVAL).unref();
  }

  /** That the sender has gone is nothing to the program. */
  #answer(cmd: string): void {
    this.#target._send?.({ cmd }, null, true);
  }
}

/** A handle that Node sends again is wrapped in a second message. It takes one answer: at a second one, it would send what waits too early, or fail. */
function innermost(message: HandleMessage): HandleMessage {
  let inner = message;
  while (isHandleMessage(inner.msg)) inner = inner.msg;
  return inner;
}

/** Whether the sender sends this again when it is refused. */
function isResent({ type, resendable }: HandleMessage): boolean {
  return type === 'net.Socket' || resendable === true;
}
