import { defineProperty } from '../../realm/define-property';
import { process } from '../../realm/main-realm';
import type { ChannelTarget } from '../ipc/channel-target';
import type { PendingMessage } from '../ipc/control';
import { isInternalMessage } from '../ipc/internal-message';

/** Emits what came on a channel of Node's, or keeps it until someone listens. */
export class IncomingMessages {
  readonly #target: ChannelTarget;
  #pending: PendingMessage[] = [];

  /** @param target - who emits the events */
  constructor(target: ChannelTarget) {
    this.#target = target;
    // Where a channel of ours has them.
    const get = () => this.#pending;
    defineProperty(target.channel as object, 'pendingMessages', { get, configurable: true, enumerable: false });
    target.on('newListener', () => process.nextTick(() => this.#emitPending()));
  }

  /** A message has come, in a tick of its own. */
  readonly deliver = (message: unknown, handle: unknown): void => {
    const target = this.#target;
    if (isInternalMessage(message)) target.emit('internalMessage', message, handle);
    else if (target.listenerCount('message') > 0) target.emit('message', message, handle);
    else this.#pending[this.#pending.length] = { message, handle };
  };

  /** The first at once, each other in a tick of its own. */
  #emitPending(): void {
    const target = this.#target;
    const pending = this.#pending;
    if (pending.length === 0 || target.channel == null || target.listenerCount('message') === 0) return;
    this.#pending = [];
    for (let index = 1; index < pending.length; index++) {
      process.nextTick(this.deliver, pending[index]?.message, pending[index]?.handle);
    }
    this.deliver(pending[0]?.message, pending[0]?.handle);
  }
}
