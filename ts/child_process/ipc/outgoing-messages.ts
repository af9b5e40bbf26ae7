import { errorNumber, nodeError, systemError } from '../../errors';
import { isEnabled } from '../../fast-paths';
import { versions } from '../../kept-process';
import { process } from '../../realm/main-realm';
import type { SendCallback } from '../types/messages';
import { Backlog } from './backlog';
import type { ChannelListener } from './channel-listener';

/** Kept: tests put a function in its place, and drop what it was given (fake timers). */
const { nextTick } = process;

/** From this many waiting bytes on, `send` answers `false`: two of Node's reads. */
const BACKLOG_THRESHOLD = 2 * 65_536;

/**
 * Bun ends without calling what the C library was given by `atexit`: a message that is held back
 * then would be lost.
 */
const HOLDS_BACK = versions.bun === undefined && isEnabled('coalescing');

/**
 * Where messages leave: each function returns how many bytes or messages wait, or a negative error
 * number.
 */
interface MessageOutlet {
  /** The descriptor of this process's end; `-1` once it is closed. */
  readonly descriptor: number;
  /**
   * Sends a message, or with `coalesced` holds it back for others. Throws what serializing throws.
   */
  send(message: unknown, coalesced: boolean): number;
  /** Sends a message with a descriptor, at once. Throws what serializing throws. */
  sendWithDescriptor(message: unknown, descriptor: number): number;
  /** Writes what was held back. */
  flush(): number;
}

/**
 * The sending half of a channel's end. The first message of a turn of the event loop leaves at
 * once; those behind it leave together, at the turn's end or when there are enough of them.
 */
export class OutgoingMessages {
  readonly #outlet: MessageOutlet;
  readonly #listener: ChannelListener;
  readonly #backlog = new Backlog();
  /** A message has left in this turn: those behind it are held back until its end. */
  #inTurn = false;
  /** Whether {@link endTurn} will be called: no tick is needed for that. */
  #endsByItself = false;
  /** The socket is full: messages wait until the event loop says that it is writable. */
  #isBlocked = false;
  /** Less than the threshold waited after the last message that was sent. */
  takesMore = true;
  /** How many of the waiting frames have no callback: a failure of theirs is an `'error'` event. */
  #unreported = 0;

  /**
   * @param outlet - where messages leave
   * @param listener - the end that this is a part of
   */
  constructor(outlet: MessageOutlet, listener: ChannelListener) {
    this.#outlet = outlet;
    this.#listener = listener;
  }

  /** Whether no message waits. */
  get isEmpty(): boolean {
    return this.#backlog.isEmpty;
  }

  /**
   * Sends a message that was validated.
   *
   * @param swallowErrors - whether a failure is not reported at all, not even to the callback
   * @returns whether less than the threshold waits
   * @throws what serializing throws
   */
  send(message: unknown, callback: SendCallback | undefined, swallowErrors: boolean): boolean {
    const coalesced = this.#inTurn && HOLDS_BACK;
    this.#sent(this.#outlet.send(message, coalesced), coalesced, callback, swallowErrors);
    return this.takesMore;
  }

  /**
   * Sends a message with a descriptor, at once; otherwise as {@link send}.
   *
   * As in Node, it is no `'error'` when the peer is gone, which the end of the channel reports:
   * otherwise a process that hands out connections would end when one of the receivers dies.
   *
   * @returns `false` when the message will not leave, and the peer is not gone
   */
  sendWithDescriptor(
    message: unknown,
    descriptor: number,
    callback: SendCallback | undefined,
    swallowErrors: boolean,
  ): boolean {
    // What was held back leaves before, or fails before.
    this.flush();
    const waiting = this.#outlet.sendWithDescriptor(message, descriptor);
    const isPeerGone = waiting < 0 && (waiting === errorNumber('EPIPE') || waiting === errorNumber('ECONNRESET'));
    this.#sent(waiting, false, callback, swallowErrors || (isPeerGone && callback === undefined));
    return waiting >= 0 || isPeerGone;
  }

  /** Notes that {@link endTurn} will be called, whatever happens until then. */
  beginTurn(): void {
    this.#endsByItself = true;
  }

  /** Writes what was held back in this turn. */
  endTurn(): void {
    this.#endsByItself = false;
    if (this.#inTurn) this.#endTurn();
  }

  /** Writes what was held back. Frames that wait for the socket are written from the event loop. */
  flush(): void {
    if (!this.#isBlocked && !this.#backlog.isEmpty) this.account(this.#outlet.flush());
  }

  /** What waits will not leave: the peer is gone. */
  abandon(): void {
    if (!this.#backlog.isEmpty) this.account(errorNumber('EPIPE'));
  }

  /**
   * Calls the callbacks of the frames that have left, or failed.
   *
   * @param waiting - how many still wait for the socket, or the negative error number for which
   * none will leave
   */
  account(waiting: number): void {
    if (waiting < 0) this.#fail(systemError(waiting, 'write'));
    else this.#backlog.leave(waiting);
    this.#unreported = 0;
    const isBlocked = waiting > 0;
    if (isBlocked !== this.#isBlocked) {
      this.#isBlocked = isBlocked;
      this.#listener.onBlocked(isBlocked);
    }
    this.#listener.onSettled();
  }

  /** Notes the result of a send: how many bytes wait after it, or a negative error number. */
  #sent(waiting: number, coalesced: boolean, callback: SendCallback | undefined, swallowErrors: boolean): void {
    this.takesMore = waiting < BACKLOG_THRESHOLD;
    if (waiting < 0) {
      const isClosed = this.#outlet.descriptor < 0 && waiting === errorNumber('EBADF');
      const error = isClosed ? channelClosed() : systemError(waiting, 'write');
      if (!swallowErrors) this.#backlog.addFailed(callback ?? this.#report, error);
    } else if (waiting > 0) {
      if (callback === undefined && !swallowErrors) this.#unreported += 1;
      this.#backlog.add(swallowErrors ? unlessFailed(callback) : callback);
      if (!coalesced) this.account(this.#outlet.flush());
    } else {
      if (!this.#backlog.isEmpty) this.account(0);
      if (callback !== undefined) process.nextTick(callback, null);
    }
    // Nothing is held back while the socket is full.
    if (!this.#isBlocked && !this.#inTurn) {
      this.#inTurn = true;
      if (!this.#endsByItself) nextTick(this.#endTurn);
    }
  }

  readonly #report = (error: Error): void => this.#listener.onUnsent(error);

  readonly #endTurn = (): void => {
    this.#inTurn = false;
    this.flush();
  };

  #fail(error: Error): void {
    this.#backlog.abandon(error);
    for (let count = this.#unreported; count > 0; count--) process.nextTick(this.#report, error);
  }
}

function unlessFailed(callback: SendCallback | undefined): SendCallback | undefined {
  if (callback === undefined) return undefined;
  return (error) => {
    if (error === null) callback(null);
  };
}

/** `ERR_IPC_CHANNEL_CLOSED`: the channel is closed. */
export function channelClosed(): Error {
  return nodeError('Error', 'ERR_IPC_CHANNEL_CLOSED', 'Channel closed');
}
