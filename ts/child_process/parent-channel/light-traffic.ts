import { nodeSymbol } from '../../node-symbol';
import { apply, textSlice } from '../../realm/kept-functions';
import { process } from '../../realm/main-realm';
import { isBetweenMessages } from '../ipc/between-messages';
import type { ChannelTarget, Send } from '../ipc/channel-target';
import type { NodesEnd } from '../ipc/nodes-end';
import type { OwnEnd } from '../ipc/take-over';
import { type Frame, type LightFormat, NOT_WHOLE } from './light-formats';
import { readNodesHandle } from './read-nodes-handle';
import type { WaitingEnd } from './waiting-end';

/**
 * How many messages, and bytes of them, Node's end may send and receive before ours takes its
 * place. A socket takes all of them when nobody reads, and so none is lost when this process exits:
 * the kernel counts at most 1 KiB for each and twice its bytes, and takes 208 KiB by default.
 */
const MOST_MESSAGES = 128;
const MOST_BYTES = 32_768;

/** What fills it, in bytes, is left to ours. */
const BUFFER_SIZE = 16_384;

/**
 * Leaves light traffic to Node's end of the channel, in a child (fast path `late-channel`): to load
 * ours takes as long as it gains with some thousand messages. Ours takes its place when there is
 * more, when a message is too much for one read, or for what else Node's end would do otherwise: a
 * message that nobody listens for, one for the runtime itself, a handle, bytes that are no message.
 * Those of `cluster` are left to Node's end, too, with their handles: each of its workers has some.
 *
 * Node's function sends, so that each message is serialized once, by whom it is always; but what is
 * received is read and emitted here, where it is seen before Node's end has a part of a message, or
 * throws.
 *
 * @param waiting - Node's end
 * @param format - how messages are bytes there
 * @param sendOfNode - its `process._send`
 * @returns what sends a message without a handle, as long as Node's end is there
 */
export function carryLightTraffic(
  waiting: WaitingEnd,
  format: LightFormat,
  sendOfNode: Send,
): (target: ChannelTarget, args: Parameters<Send>) => boolean {
  const { nodes } = waiting;
  const { handle, channel } = nodes;
  const target = process as unknown as ChannelTarget;
  const { writeUtf8String, [format.writes]: writeOfNode } = handle;
  const buffer = new Uint8Array(BUFFER_SIZE);
  let messagesLeft = MOST_MESSAGES;
  let bytesLeft = MOST_BYTES;
  /** How many calls of `sendLight` are under way: `toJSON` of a message may send another. */
  let sends = 0;
  /** What the innermost of them has made, and ours has to send. */
  let unsent: Frame | undefined;

  /** Ours, when this is too much for Node's end; not while that has something under way. */
  function oursFor(isTooMuch: boolean): OwnEnd | undefined {
    return waiting.isOver || (isTooMuch && isBetweenMessages(nodes)) ? waiting.takeOver(false) : undefined;
  }

  /**
   * Emits the messages in what was read, or has Node's end do it; `false` when ours has to read it.
   */
  function readMessages(length: number): boolean {
    bytesLeft -= length;
    if (bytesLeft < 0 || length === BUFFER_SIZE) return false;
    // Without a prototype, from which it could inherit accessors.
    const messages = { __proto__: null } as unknown as Record<number, unknown>;
    let count = NOT_WHOLE;
    let ofCluster = 0;
    try {
      count = format.read(buffer, length, messages);
      for (let index = 0; index < count; index++) {
        if (isOfCluster(messages[index], handle.pendingHandle != null)) ofCluster += 1;
        else if (isForRuntime(messages[index])) return false;
      }
    } catch {
      return false;
    }
    messagesLeft -= count;
    if (count === NOT_WHOLE || messagesLeft < 0) return false;
    if (ofCluster > 0) {
      if (ofCluster === count) giveToNode(nodes, buffer, length);
      return ofCluster === count;
    }
    if (handle.pendingHandle != null || target.listenerCount('message') === 0) return false;
    if (target.connected) {
      waiting.resource.runInAsyncScope(() => {
        for (let index = 0; index < count; index++) process.nextTick(emitReceived, messages[index]);
      });
    }
    return true;
  }

  function emitReceived(message: unknown): void {
    if (target.listenerCount('message') > 0) target.emit('message', message, undefined);
    else if (target.connected) keepForListener(message);
  }

  function keepForListener(message: unknown): void {
    const ours = oursFor(true);
    if (ours !== undefined) {
      ours.emitMessage(message);
      return;
    }
    const name = nodeSymbol(channel, 'kPendingMessages') as symbol;
    const pending = (channel as unknown as Record<symbol, unknown[]>)[name] as unknown[];
    pending[pending.length] = ['message', message, undefined];
  }

  readNodesHandle(nodes, buffer, (length) => {
    // What Node's end has begun, it goes on with.
    if (isBetweenMessages(nodes)) {
      if (readMessages(length)) return;
      if (waiting.takeOver(true, { bytes: buffer, length }) !== undefined) return;
    }
    giveToNode(nodes, buffer, length);
  });

  function write(request: unknown, frame: Frame, sentHandle: unknown): number {
    messagesLeft--;
    bytesLeft -= format.sizeOf(frame);
    const ours = oursFor(messagesLeft < 0 || bytesLeft < 0 || format.contentOf(frame) === undefined);
    if (ours === undefined) return apply(writeOfNode, handle, [request, frame, sentHandle]) as number;
    // Node's function goes by what the last write has set: nothing of it is left to be written.
    apply(writeUtf8String, handle, [request, '', undefined]);
    if (unsent !== undefined) sendUnsent();
    unsent = frame;
    if (sends === 0) sendUnsent();
    return 0;
  }
  Object.defineProperty(handle, format.writes, {
    __proto__: null,
    value: write,
    writable: true,
    configurable: true,
  } as PropertyDescriptor);

  return function sendLight(self, args) {
    const { 0: message, 2: options, 3: callback } = args;
    let isOurs = false;
    let isDone = false;
    const whenSent = (error: Error | null): void => {
      if (!isOurs) callback?.(error);
    };
    const relayed = typeof callback === 'function' ? whenSent : callback;
    sends++;
    try {
      const hasRoom = apply(sendOfNode, self, [message, undefined, options, relayed]) as boolean;
      isDone = true;
      isOurs = unsent !== undefined;
      if (!isOurs) return hasRoom;
    } finally {
      sends--;
      // Of another message, which was made during this one.
      if (!isDone && unsent !== undefined) sendUnsent();
    }
    return sendUnsent(options, callback);
  };

  function sendUnsent(options?: Parameters<Send>[2], callback?: Parameters<Send>[3]): boolean {
    const content = format.contentOf(unsent as Frame);
    unsent = undefined;
    return waiting.takeOver(false)?.sendSerialized(content, options, callback) === true;
  }
}

/** Gives Node's end what was read, as its function expects it. */
export function giveToNode({ handle, onread }: NodesEnd, buffer: Uint8Array, length: number): void {
  apply(onread, handle, [buffer.slice(0, length).buffer]);
}

/** What counts in a message of the runtimes. */
interface RuntimeMessage {
  readonly cmd?: unknown;
  readonly type?: unknown;
  readonly msg?: unknown;
}

/**
 * Whether a message is one of `cluster`, alone or with a handle, of which Node's end keeps nothing.
 *
 * @param hasHandle - whether a handle came, which belongs to this message then
 */
function isOfCluster(message: unknown, hasHandle: boolean): boolean {
  if (message === null || typeof message !== 'object') return false;
  const { cmd, type, msg } = message as RuntimeMessage;
  if (cmd !== 'NODE_HANDLE') return cmd === 'NODE_CLUSTER' && !hasHandle;
  return hasHandle && (type === 'net.Native' || type === 'dgram.Native') && isOfCluster(msg, false);
}

/** Whether a message is not for the program; also where only Node, or only rt-std, has it so. */
function isForRuntime(message: unknown): boolean {
  if (message === null || typeof message !== 'object') return false;
  const { cmd } = message as RuntimeMessage;
  if (typeof cmd !== 'string') return false;
  return apply(textSlice, cmd, [0, 5]) === 'NODE_' || apply(textSlice, cmd, [0, 3]) === 'RT_';
}
