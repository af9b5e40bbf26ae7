import { apply, keptFunctions, textIndexOf, textSlice } from '../kept-functions';
import { process } from '../main-realm';
import { nodeSymbol } from '../node-symbol';
import type { ChannelTarget } from './ipc/channel-target';
import type { Send, WaitingEnd } from './ipc/waiting-end';

/**
 * How many messages, and bytes of them, Node's end may send and receive before ours takes its
 * place. A socket takes all of them when nobody reads, and so none is lost when this process exits:
 * the kernel counts at most 1 KiB for each and twice its bytes, and takes 208 KiB by default.
 */
const MOST_MESSAGES = 128;
const MOST_BYTES = 32_768;

/** What fills it, in bytes, is left to ours. */
const BUFFER_SIZE = 16_384;

const NEWLINE = 10;

/** What `JSON.stringify` makes of a message whose `toJSON` returns nothing, as Node sends it. */
const NO_TEXT = 'undefined\n';

/** What bytes are decoded to that are no character. Not as text: each text of ours is ASCII. */
const NOT_DECODED = String.fromCharCode(0xff_fd);

/** Thrown through Node's `_send` when ours has to send the text that it has made. */
const LEFT_TO_OURS = {};

/**
 * Leaves light traffic to Node's end of the channel, in a child (fast path `late-channel`): to load
 * ours takes as long as it gains with some thousand messages. Ours takes its place when there is
 * more, when a message is too much for one read, or for what else Node's end would do otherwise: a
 * message that nobody listens for, one for the runtime itself, a handle, bytes that are no message.
 *
 * Node's function sends, so that each message is serialized once, by whom it is always; but what is
 * received is read and emitted here, where it is seen before Node's end has a part of a message, or
 * throws.
 *
 * @param waiting - Node's end
 * @param sendOfNode - its `process._send`
 * @returns what sends a message without a handle
 */
export function carryLightTraffic(
  waiting: WaitingEnd,
  sendOfNode: Send,
): (target: ChannelTarget, args: Parameters<Send>) => boolean {
  const { handle, channel, onread } = waiting.nodes;
  const target = process as unknown as ChannelTarget;
  const { writeUtf8String } = handle;
  const { byteLength } = Buffer;
  const { utf8Slice } = Buffer.prototype as unknown as { utf8Slice(start: number, end: number): string };
  const parse = keptFunctions[40] as typeof JSON.parse;
  const buffer = new Uint8Array(BUFFER_SIZE);
  let messagesLeft = MOST_MESSAGES;
  let bytesLeft = MOST_BYTES;
  let unsent = '';

  /** The messages in what was read; nothing when ours has to read it. */
  function readMessages(length: number): unknown[] | undefined {
    bytesLeft -= length;
    if (bytesLeft < 0 || length === BUFFER_SIZE || handle.pendingHandle != null) return undefined;
    if (buffer[length - 1] !== NEWLINE) return undefined;
    const text = apply(utf8Slice, buffer, [0, length]) as string;
    if ((apply(textIndexOf, text, [NOT_DECODED]) as number) >= 0) return undefined;
    const messages: unknown[] = [];
    try {
      for (let start = 0; start < text.length; messagesLeft--) {
        const end = apply(textIndexOf, text, ['\n', start]) as number;
        const message: unknown = parse(apply(textSlice, text, [start, end]) as string);
        if (isForRuntime(message)) return undefined;
        messages[messages.length] = message;
        start = end + 1;
      }
    } catch {
      return undefined;
    }
    return messagesLeft < 0 ? undefined : messages;
  }

  function emit(message: unknown): void {
    if (target.listenerCount('message') > 0) target.emit('message', message, undefined);
    else if (target.connected) keepForListener(message);
  }

  /** Keeps a message until someone listens. */
  function keepForListener(message: unknown): void {
    const ours = waiting.takeOver(false);
    if (ours !== undefined) {
      ours.emitMessage(message);
      return;
    }
    const name = nodeSymbol(channel, 'kPendingMessages') as symbol;
    const pending = (channel as unknown as Record<symbol, unknown[]>)[name] as unknown[];
    pending[pending.length] = ['message', message, undefined];
  }

  let before = handle.bytesRead;
  handle.useUserBuffer(buffer);
  handle.onread = function read() {
    const length = handle.bytesRead - before;
    before += length;
    if (length === 0) {
      apply(onread, handle, []);
      return;
    }
    const messages = target.listenerCount('message') > 0 ? readMessages(length) : undefined;
    if (messages === undefined) {
      const ours = waiting.takeOver(true, { bytes: buffer, length });
      if (ours === undefined) apply(onread, handle, [buffer.slice(0, length).buffer]);
    } else if (target.connected) {
      waiting.resource.runInAsyncScope(() => {
        for (let index = 0; index < messages.length; index++) process.nextTick(emit, messages[index]);
      });
    }
  };

  handle.writeUtf8String = function write(request: unknown, text: string, sentHandle: unknown): number {
    if (!waiting.isOver) {
      messagesLeft--;
      bytesLeft -= text.length > MOST_BYTES ? text.length : byteLength(text);
      const isLight = messagesLeft >= 0 && bytesLeft >= 0 && text !== NO_TEXT;
      if (isLight) return apply(writeUtf8String, handle, [request, text, sentHandle]) as number;
    }
    if (waiting.takeOver(false) === undefined) {
      return apply(writeUtf8String, handle, [request, text, sentHandle]) as number;
    }
    unsent = text;
    throw LEFT_TO_OURS;
  };

  return function sendLight(self, args) {
    if (waiting.isOver) {
      const send = waiting.takeOver(false)?._send ?? sendOfNode;
      return apply(send, self, args) as boolean;
    }
    try {
      return apply(sendOfNode, self, args) as boolean;
    } catch (error) {
      if (error !== LEFT_TO_OURS) throw error;
    }
    const text = unsent;
    unsent = '';
    return waiting.takeOver(false)?.sendText(text, args[2], args[3]) === true;
  };
}

/** Whether a message is not for the program; also where only Node, or only rt-std, has it so. */
function isForRuntime(message: unknown): boolean {
  if (message === null || typeof message !== 'object' || !('cmd' in message)) return false;
  const { cmd } = message;
  if (typeof cmd !== 'string') return false;
  return apply(textSlice, cmd, [0, 5]) === 'NODE_' || apply(textSlice, cmd, [0, 3]) === 'RT_';
}
