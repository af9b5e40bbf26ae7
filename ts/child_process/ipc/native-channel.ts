import { loadProcessAddon } from '../../binding/process-addon';
import { errorNumber, systemError } from '../../errors';
import { isEnabled } from '../../fast-paths';
import { apply, isArray } from '../../realm/primordials';
import { type ActiveResource, addActiveResource, removeActiveResource } from '../hooks/active-resources';
import type { SerializationType } from '../types/options';
import { AdvancedSerialization } from './advanced-serialization';
import type { ChannelListener } from './channel-listener';
import { Pipe } from './channel-pipe';
import type { Referenced } from './control';
import { flushBeforeEnd } from './flush-before-end';
import type { NativeHandleKind } from './handles/native-handle';
import type { DescriptorSource } from './handles/take-handle';
import { JsonSerialization } from './json-serialization';
import { mayLosePlace } from './old-readers';
import type { MessageSerialization } from './serialization';

/** This process's end of a channel, and whose other end it is. */
export interface ProcessEnd {
  /** The descriptor; it belongs to the channel from here on. */
  readonly descriptor: number;
  /** The addon's id of the child; 0 when it does not run, or in the child itself. */
  readonly child: number;
  /** The program at the other end; not in the child itself. */
  readonly program?: string;
  /** The references that it starts with: 1 in a parent, the number of listeners in a child. */
  readonly references: number;
  /**
   * Node's handle of the same channel, when it is that to this process's own parent: it stands for
   * the channel where Node shows what keeps the process alive, and is closed with it. Then this
   * process waits at its exit until what it has sent has left.
   */
  readonly nodesHandle: { close(): void } | undefined;
}

/** The addon's side of one channel. */
export class NativeChannel implements Referenced, DescriptorSource, ActiveResource {
  readonly #addon = loadProcessAddon();
  readonly #serialization: MessageSerialization;
  readonly #id: number;
  readonly #send: (...payloadThenCoalesced: unknown[]) => number;
  #descriptor: number;
  #isReferenced = true;
  readonly #nodesHandle: ProcessEnd['nodesHandle'];
  readonly shownAs = new Pipe(this);

  /**
   * @param end - this process's end
   * @param serialization - how messages become bytes
   * @param listener - the end that this is a part of
   * @throws the system's error when the event loop cannot watch the descriptor, which is then
   * closed
   */
  constructor(end: ProcessEnd, serialization: SerializationType, listener: ChannelListener) {
    const messages = serialization === 'advanced' ? new AdvancedSerialization() : new JsonSerialization();
    this.#serialization = messages;
    const { descriptor, child, program } = end;
    this.#descriptor = descriptor;
    const opened = this.#addon.openChannel({
      descriptor,
      child,
      format: serialization,
      joinsFrames: isEnabled('json-batch'),
      staysAwake: isEnabled('prompt-peer'),
      writesWhenRead: mayLosePlace(serialization, program),
      onFrames: (frames, firstLength, withDescriptors, ...longStrings) =>
        listener.onMessages(messages.deserialize(frames, firstLength, longStrings), withDescriptors),
      onSent: (waiting) => listener.onSent(waiting),
      onEnd: (malformed) => listener.onEnd(malformed),
    });
    flushBeforeEnd();
    if (!opened.send) throw systemError(opened.error, 'uv_poll_init');
    this.#id = opened.id;
    this.#send = opened.send;
    this.#nodesHandle = end.nodesHandle;
    if (end.nodesHandle === undefined) addActiveResource(this);
    else this.#addon.channelIsInherited(this.#id);
    if (end.references === 0) this.unreference();
  }

  /** This process's end; `-1` once it is closed. */
  get descriptor(): number {
    return this.#descriptor;
  }

  /**
   * Sends a message.
   *
   * @param coalesced - whether it may be held back for others, until {@link flush} or, if that does
   * not come, for about 2 milliseconds
   * @returns how many bytes of this and earlier messages wait, or a negative error number
   * @throws what serializing throws
   */
  send(message: unknown, coalesced: boolean): number {
    const payload = this.#serialization.serializeInParts(message);
    if (!isArray(payload)) return this.#send(payload, coalesced);
    payload[payload.length] = coalesced;
    const waiting = apply(this.#send, undefined, payload) as number;
    // The parts cannot be put together natively.
    if (waiting < 0 && waiting === errorNumber('EILSEQ'))
      return this.#send(this.#serialization.serialize(message), coalesced);
    return waiting;
  }

  /**
   * Sends a message with a descriptor, which stays the caller's. What was held back leaves before.
   *
   * @param descriptor - an error number in the case of a handle that Node has closed long ago
   * @returns what {@link send} returns
   * @throws what serializing throws
   */
  sendWithDescriptor(message: unknown, descriptor: number): number {
    const payload = this.#serialization.serialize(message);
    return descriptor < -1 ? descriptor : this.#addon.sendWithDescriptor(this.#id, payload, descriptor);
  }

  /**
   * The descriptor that came with a message, by the message's position in the current call of
   * `onMessages`; -1 when there is none.
   */
  takeDescriptor(position: number): number {
    return this.#addon.takeDescriptor(this.#id, position);
  }

  /** What a received descriptor can be used as. */
  descriptorKind(descriptor: number): NativeHandleKind | null {
    return this.#addon.descriptorKind(descriptor);
  }

  /**
   * Keeps a place in the descriptor table free for the next descriptor that comes; `false` when
   * there is none.
   */
  reserveDescriptor(): boolean {
    return this.#addon.reserveDescriptor(this.#id);
  }

  /**
   * Writes the messages that were held back.
   *
   * @returns how many messages wait for the socket to take them, or a negative error number: none
   * of those that waited will leave
   */
  flush(): number {
    return this.#addon.flushChannel(this.#id);
  }

  /** Takes what another reader of the channel has read: `ChannelEnd.beginWith`. */
  beginWith(bytes: Uint8Array, length: number, descriptor: number): void {
    this.#addon.beginChannelWith(this.#id, bytes, length, descriptor);
  }

  /**
   * Reads what has come by now, before the event loop asks for it, but not an end behind messages.
   *
   * @returns whether more can be read
   */
  deliverWhatHasCome(): boolean {
    return this.#addon.deliverWhatHasCome(this.#id);
  }

  /** Whether bytes of an incomplete message have come. */
  isReceiving(): boolean {
    return this.#addon.channelIsReceiving(this.#id);
  }

  /** Lets the channel keep the event loop alive, as it does from the start. */
  reference(): void {
    this.#isReferenced = true;
    this.#addon.referenceChannel(this.#id, true);
  }

  /** Lets the event loop end although the channel is open. */
  unreference(): void {
    this.#isReferenced = false;
    this.#addon.referenceChannel(this.#id, false);
  }

  /** Whether it keeps the event loop alive. */
  hasRef(): boolean {
    return this.#isReferenced && this.#descriptor !== -1;
  }

  get resourceName(): 'PipeWrap' {
    return 'PipeWrap';
  }

  /**
   * Closes the channel and its descriptor, and drops what the socket does not take. Closing twice
   * does nothing.
   */
  close(): void {
    removeActiveResource(this);
    this.#addon.closeChannel(this.#id);
    this.#nodesHandle?.close();
    this.#descriptor = -1;
  }
}
