import { EventEmitter } from 'node:events';
import { platform } from '../../kept-process';
import { NODE_MAJOR } from '../../node-version';
import { defineProperty } from '../../realm/define-property';
import type { Control as ControlType } from '../types/channel-control';

/** Node 24 no longer emits `'unref'`. */
const EMITS_UNREF = NODE_MAJOR < 24;

/** What {@link Control} counts references of: the open channel. */
export interface Referenced {
  /** The descriptor of this process's end; `-1` once it is closed. */
  readonly descriptor: number;
  /** Lets the channel keep the event loop alive. */
  reference(): void;
  /** Lets the event loop end although the channel is open. */
  unreference(): void;
}

/** What programs see of the descriptor: on Windows, where Node's pipes have none, `-1`. */
export function shownDescriptor({ descriptor }: Referenced): number {
  return platform === 'win32' ? -1 : descriptor;
}

/** A message that came before there was a listener, and its handle. */
export interface PendingMessage {
  readonly message: unknown;
  readonly handle: unknown;
}

/**
 * `subprocess.channel`, as {@link ControlType} describes it.
 *
 * Source: Node's documentation of `subprocess.channel`; `refCounted` and `unrefCounted` are known
 * to programs although undocumented.
 */
export class Control extends EventEmitter implements ControlType {
  readonly #channel: Referenced;
  #references: number;
  #explicit = false;
  /** What was asked for last, by the count or explicitly. */
  #keepsAlive: boolean;
  #isWriting = false;

  /** Messages that wait for the first listener. */
  pendingMessages: PendingMessage[] = [];

  /**
   * @param channel - the open channel
   * @param references - how many references it has now: 1 in a parent, whose channel keeps its loop
   * alive; 0 in a child, whose listeners are counted
   */
  constructor(channel: Referenced, references: number) {
    super();
    this.#channel = channel;
    this.#references = references;
    this.#keepsAlive = references > 0;
    // Node shows a Control as an EventEmitter without further properties.
    defineProperty(this, 'pendingMessages', { enumerable: false });
  }

  refCounted(): void {
    this.#references += 1;
    if (this.#references === 1 && !this.#explicit) this.#keepAlive(true);
  }

  unrefCounted(): void {
    this.#references -= 1;
    if (this.#references === 0 && !this.#explicit) {
      this.#keepAlive(false);
      if (EMITS_UNREF) this.emit('unref');
    }
  }

  ref(): void {
    this.#explicit = true;
    this.#keepAlive(true);
  }

  unref(): void {
    this.#explicit = true;
    this.#keepAlive(false);
  }

  /**
   * Notes that a write is under way, or done. As in libuv, a pending write keeps the event loop
   * alive regardless of `ref()` and `unref()`.
   */
  setWriting(isWriting: boolean): void {
    if (isWriting) this.refCounted();
    this.#isWriting = isWriting;
    if (!this.#keepsAlive) this.#apply();
    if (!isWriting) this.unrefCounted();
  }

  #keepAlive(keepsAlive: boolean): void {
    this.#keepsAlive = keepsAlive;
    this.#apply();
  }

  #apply(): void {
    if (this.#keepsAlive || this.#isWriting) this.#channel.reference();
    else this.#channel.unreference();
  }

  /** The descriptor of this process's end; `-1` once it is closed, and as in Node on Windows. */
  get fd(): number {
    return shownDescriptor(this.#channel);
  }
}
