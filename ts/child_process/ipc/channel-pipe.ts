import { type Referenced, shownDescriptor } from './control';

/**
 * Stands for an open channel in `process._getActiveHandles()`, where Node has the `Pipe` of its own
 * channel: programs look for one by the name of its class (`@pm2/io`, wtfnode).
 */
export class Pipe {
  readonly #channel: Referenced & { hasRef(): boolean };

  constructor(channel: Referenced & { hasRef(): boolean }) {
    this.#channel = channel;
  }

  /** The descriptor; `-1` once the channel is closed, and on Windows. */
  get fd(): number {
    return shownDescriptor(this.#channel);
  }

  /** Whether it keeps the event loop alive. */
  hasRef(): boolean {
    return this.#channel.hasRef();
  }

  /** Lets it keep the event loop alive, whatever `process.channel` counts. */
  ref(): void {
    this.#channel.reference();
  }

  /** Lets the event loop end, whatever `process.channel` counts. */
  unref(): void {
    this.#channel.unreference();
  }
}
