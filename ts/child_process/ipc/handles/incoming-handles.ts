import { IS_NODE } from '../../../node-version';
import { setTimeout } from '../../../realm/main-timers';
import type { ChannelListener } from '../channel-listener';
import type { ChannelTarget } from '../channel-target';
import type { Answers } from './answers';
import { conversionFor } from './handle-conversions';
import { HANDLE_ACKNOWLEDGED, HANDLE_REFUSED, type HandleMessage, isHandleMessage } from './handle-message';
import type { NativeHandle } from './native-handle';
import type { SocketLists } from './socket-lists';

/** Milliseconds between two looks for a free descriptor. */
const RESERVATION_INTERVAL = 20;

/** The handles that come over one channel: answered, and made into what the program gets. */
export class IncomingHandles {
  readonly #target: ChannelTarget;
  readonly #listener: ChannelListener;
  readonly #lists: SocketLists;
  readonly #answers: Answers;
  #converting = 0;
  /** A refusal waits for a free descriptor. */
  #isRefusing = false;

  /**
   * @param target - whose channel it is
   * @param listener - the channel's end
   * @param lists - counts the sockets of servers
   * @param answers - where answers go
   */
  constructor(target: ChannelTarget, listener: ChannelListener, lists: SocketLists, answers: Answers) {
    this.#target = target;
    this.#listener = listener;
    this.#lists = lists;
    this.#answers = answers;
  }

  /**
   * Whether handles have come that are not delivered yet: a server is delivered when it listens.
   */
  get isBusy(): boolean {
    return this.#converting > 0;
  }

  /**
   * Takes a handle and the message around it.
   *
   * @param native - what came; nothing when it was lost on the way, because this process had no
   * free descriptor, and in Bun and Deno
   */
  receive(message: HandleMessage, native: NativeHandle | undefined): void {
    const inner = innermost(message);
    if (inner === undefined) {
      native?.close();
      this.#refuse();
      return;
    }
    const conversion = native && conversionFor(inner, native);
    if (native === undefined && (!isResent(inner) || !IS_NODE)) {
      // The handle is lost, but not the message. To send it again would not help elsewhere.
      this.#answers.send({ cmd: HANDLE_ACKNOWLEDGED });
      this.#listener.deliver(inner.msg, undefined);
      return;
    }
    if (native === undefined || conversion === undefined) {
      native?.close();
      this.#refuse();
      return;
    }
    this.#answers.send({ cmd: HANDLE_ACKNOWLEDGED });
    this.#converting += 1;
    const deliver = (handle: unknown) => {
      this.#listener.deliver(inner.msg, handle);
      this.#converting -= 1;
      if (this.#converting === 0) this.#listener.onSettled();
    };
    try {
      conversion.receive(native, inner, this.#lists, deliver);
    } catch {
      // What the message says does not fit the descriptor. The program gets its message without.
      native.close();
      deliver(undefined);
    }
  }

  /**
   * Asks for the handle again, once a descriptor is free: the sender tries only three times, and
   * drops the message then.
   */
  #refuse(): void {
    // Of a sender that keeps to the protocol, one handle is on its way.
    if (this.#isRefusing) return;
    if (this.#listener.reserveDescriptor()) {
      this.#answers.send({ cmd: HANDLE_REFUSED });
      return;
    }
    this.#isRefusing = true;
    const again = () => {
      this.#isRefusing = false;
      if (this.#target.channel) this.#refuse();
    };
    setTimeout(again, RESERVATION_INTERVAL).unref();
  }
}

/**
 * How often Node sends a handle again that was refused: each time with one more message around it.
 */
const MAX_ENVELOPES = 3;

/**
 * A handle that Node sends again is wrapped in a second message. It takes one answer: at a second
 * one, it would send what waits too early, or fail. Nothing for messages that no Node wraps so
 * often; with `'advanced'`, a message may even contain itself.
 */
function innermost(message: HandleMessage): HandleMessage | undefined {
  let inner = message;
  for (let count = 0; isHandleMessage(inner.msg); count++) {
    if (count === MAX_ENVELOPES) return undefined;
    inner = inner.msg;
  }
  return inner;
}

/** Whether the sender sends this again when it is refused. */
function isResent({ type, resendable }: HandleMessage): boolean {
  return type === 'net.Socket' || resendable === true;
}
