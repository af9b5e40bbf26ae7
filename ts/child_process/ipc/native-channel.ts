import { loadWatchingAddon } from '../../binding/process-addon';
import { systemError } from '../../errors';
import type { Referenced } from './control';
import { type MessageSerialization, messageSerialization, type Serialization } from './serialization';

/** Whom an open channel tells. Each is called straight from the event loop, without an async context. */
export interface ChannelListeners {
  /** Messages came; the last one is a `MalformedMessage` when a frame could not be read. */
  onMessages(messages: unknown[]): void;
  /** The next `count` frames that had to wait have left. With a negative `errno`, those behind them never will. */
  onSent(count: number, errno: number): void;
  /** There will be no more messages; `malformed` says what was wrong with the bytes, if that is why. */
  onEnd(malformed: string | null | undefined): void;
}

/** This process's end of a channel, and whose other end it is. */
export interface ParentEnd {
  /** The descriptor; it belongs to the channel from here on. */
  readonly descriptor: number;
  /** The addon's id of the child; 0 when it does not run. */
  readonly child: number;
}

/** The addon's side of one channel. */
export class NativeChannel implements Referenced {
  readonly #addon = loadWatchingAddon();
  readonly #serialization: MessageSerialization;
  readonly #id: number;
  #descriptor: number;

  /**
   * @param end - this process's end
   * @param serialization - how messages become bytes
   * @param listeners - whom to tell
   * @throws the system's error when the event loop cannot watch the descriptor, which is then closed
   */
  constructor(end: ParentEnd, serialization: Serialization, listeners: ChannelListeners) {
    const messages = messageSerialization(serialization);
    this.#serialization = messages;
    this.#descriptor = end.descriptor;
    this.#id = this.#addon.openChannel({
      ...end,
      format: serialization,
      onFrames: (frames, ranges) => listeners.onMessages(messages.deserialize(frames, ranges)),
      onSent: (count, errno) => listeners.onSent(count, errno),
      onEnd: (malformed) => listeners.onEnd(malformed),
    });
    if (this.#id < 0) throw systemError(this.#id, 'uv_poll_init');
  }

  /** This process's end; `-1` once it is closed. */
  get descriptor(): number {
    return this.#descriptor;
  }

  /**
   * Sends a message, at once if the socket takes it.
   *
   * @returns how many bytes of this and earlier messages wait, or a negative error number
   * @throws what serializing throws
   */
  send(message: unknown): number {
    const payload = this.#serialization.serialize(message);
    return typeof payload === 'string'
      ? this.#addon.sendText(this.#id, payload)
      : this.#addon.sendBytes(this.#id, payload);
  }

  /** Whether bytes have come of a message that is not complete. */
  isReceiving(): boolean {
    return this.#addon.channelIsReceiving(this.#id);
  }

  /** Lets the channel keep the event loop alive, as it does from the start. */
  reference(): void {
    this.#addon.referenceChannel(this.#id, true);
  }

  /** Lets the event loop end although the channel is open. */
  unreference(): void {
    this.#addon.referenceChannel(this.#id, false);
  }

  /** Closes the channel and its descriptor, and drops what waits. Closing twice does nothing. */
  close(): void {
    this.#addon.closeChannel(this.#id);
    this.#descriptor = -1;
  }
}
