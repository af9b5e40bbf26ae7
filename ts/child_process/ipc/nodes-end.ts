import { nodeSymbol } from '../../node-symbol';
import { process } from '../../realm/main-realm';
import { getOwnPropertyDescriptor, isArray } from '../../realm/primordials';
import type { SerializationType } from '../types/options';
import { isBetweenMessages } from './between-messages';
import type { ChannelTarget } from './channel-target';
import type { Control } from './control';

/** As `process.on` takes it. */
type Listener = (...values: never[]) => void;

/** The listeners of an EventEmitter. */
export interface WithEvents {
  readonly _events: Record<string, Listener | Listener[] | undefined>;
}

/** What is used of the native handle under Node's channel: a `Pipe` of libuv. */
export interface NodesPipe {
  readonly fd: number;
  readonly bytesRead: number;
  readonly writeQueueSize: number;
  /** Where what is read goes from now on. `onread` is called without an argument then. */
  useUserBuffer(buffer: Uint8Array): void;
  onread(this: unknown, bytes?: ArrayBuffer): void;
  /** Returns 0 when it did not read before, or a negative error number. */
  readStart(): number;
  readStop(): void;
  /** Sends a text, and a handle with it. */
  writeUtf8String(request: unknown, text: string, handle: unknown): number;
  /** The same for bytes. */
  writeBuffer(request: unknown, bytes: Uint8Array, handle: unknown): number;
  /** Whether Node has a part of a message. */
  readonly buffering?: boolean;
  /** What came with the bytes that are being read. */
  pendingHandle?: ReceivedHandle | null;
  /** Node's `process.channel` calls this and the next. */
  ref(): void;
  unref(): void;
  hasRef(): boolean;
  close(): void;
}

/** A socket that came through the channel. */
interface ReceivedHandle {
  readonly fd: number;
  close(): void;
}

/** Methods that a program may have wrapped in functions of its own. */
export const METHODS = ['send', '_send', 'disconnect', '_disconnect'] as const;

/** Node's own end of the channel in a child, as a preload has found it at the start. */
export interface NodesEnd {
  readonly handle: NodesPipe;
  /** `process.channel`. */
  readonly channel: Control;
  /** The function that Node reads with. */
  readonly onread: NodesPipe['onread'];
  /** The function that Node handles its own messages with: the first listener for these. */
  readonly onInternalMessage: Listener | undefined;
  readonly methods: Pick<ChannelTarget, (typeof METHODS)[number]>;
}

const symbolOfHandle = () => nodeSymbol(process, 'kChannelHandle') as symbol;
const owner = process as unknown as Record<symbol, NodesPipe | null> & ChannelTarget;

/** How messages are serialized, by what Node keeps on the handle for that. */
export function serializationOf({ handle }: NodesEnd): SerializationType | undefined {
  if (nodeSymbol(handle, 'kJSONBuffer') !== undefined) return 'json';
  return nodeSymbol(handle, 'kMessageBuffer') === undefined ? undefined : 'advanced';
}

/** Whether Node's end has nothing under way, so that another can go on from here. */
export function isIdle(nodes: NodesEnd): boolean {
  const isOpen = owner[symbolOfHandle()] === nodes.handle && owner.connected;
  return isOpen && isBetweenMessages(nodes) && owner._handleQueue == null && owner._pendingMessage == null;
}

/** Whether the functions of `process` can be replaced: a program may have made them constant. */
export function isReplaceable(): boolean {
  for (let index = 0; index < METHODS.length; index++) {
    const property = getOwnPropertyDescriptor(owner, METHODS[index] as string);
    if (property !== undefined && property.writable !== true) return false;
  }
  return true;
}

/**
 * Leaves what comes to another end. Node's handle stays open, and stands for the channel where Node
 * shows what keeps the process alive.
 */
export function stopReading({ handle }: NodesEnd): void {
  owner[symbolOfHandle()] = null;
  handle.onread = () => {};
  handle.readStop();
}

/**
 * Puts listeners in the place of those that Node has set up with the channel, for handles and for
 * kept messages: the latter is before the one that counts listeners. One that a program has removed
 * stays away. Each gets the place of Node's, without `'newListener'` and `'removeListener'` events.
 */
export function replacing({ onInternalMessage }: NodesEnd) {
  const { _events: events } = process as unknown as WithEvents;
  return (event: 'internalMessage' | 'newListener', listener: Listener): void => {
    const current = events[event];
    if (!isArray(current)) {
      if (current !== undefined && current === onInternalMessage) events[event] = listener;
      return;
    }
    let index = 0;
    if (event === 'internalMessage') while (index < current.length && current[index] !== onInternalMessage) index++;
    else while (index < current.length && current[index + 1]?.name !== 'onNewListener') index++;
    if (index < current.length) current[index] = listener;
  };
}
