import { process } from '../../main-realm';
import { nodeSymbol } from '../../node-builtins/node-symbol';
import type { SerializationType } from '../types/options';
import type { ChannelTarget } from './channel-target';

/** What is read of the native handle under Node's channel: a `Pipe` of libuv. */
interface PipeHandle {
  readonly fd: number;
  readonly bytesRead: number;
  readonly writeQueueSize: number;
  /** Where what is read goes from now on. `onread` is called without an argument then. */
  useUserBuffer(buffer: Uint8Array): void;
  onread(this: unknown, bytes?: ArrayBuffer): void;
  close(): void;
}

/** As `process.on` takes it. */
type Listener = (...values: never[]) => void;

/** The events that Node listens for with a channel, in the order in which it does. */
export type OwnEvent = 'internalMessage' | 'newListener' | 'removeListener';

/** A listener of Node's, and the event of `process` that it is for. */
type OwnListener = readonly [event: OwnEvent, listener: Listener];

/** Node's own end of the channel in a child. */
export interface NodeChannel {
  readonly descriptor: number;
  readonly serialization: SerializationType;
  /** Where Node's ticks that are under way look for kept messages, on `process.channel`. */
  readonly keptMessages: symbol;
  /**
   * Keeps Node from reading. Calls a function as soon as there is something to read, or the end.
   *
   * @param act - returns whether it has put another end in the place of Node's, which else goes on
   */
  insteadOfReading(act: () => boolean): void;
  /** Whether Node's end has nothing under way, so that another can go on from here. */
  isIdle(): boolean;
  /** Puts a listener in the place of Node's for this event: the first in the place of the first. */
  replaceListener(event: OwnEvent, listener: Listener): void;
  /** Closes Node's handle, and the descriptor. */
  letGo(): void;
}

/**
 * Descriptors up to this one are streams of `process` too, which Node then makes from the handle of
 * the channel.
 */
const LAST_STANDARD_STREAM = 2;

/** As libuv suggests. */
const BUFFER_SIZE = 65_536;

/** What Node's serializations keep on the handle, by the names of their symbols. */
const SERIALIZATION_MARKS: readonly (readonly [string, SerializationType])[] = [
  ['kJSONBuffer', 'json'],
  ['kMessageBuffer', 'advanced'],
];

/**
 * Node's own end of the channel, if this process is a child that has one, nothing has been read
 * from it, and nothing waits to leave.
 *
 * Node shows no way to it: the handle is found by the name of the symbol under which `process` has
 * it, the listeners by their place and name. Where these are not as in Node 20 to 26, there is
 * nothing to be found.
 */
export function findNodeChannel(): NodeChannel | undefined {
  const symbol = nodeSymbol(process, 'kChannelHandle');
  const keptMessages = nodeSymbol(process.channel ?? {}, 'kPendingMessages');
  if (symbol === undefined || keptMessages === undefined || !process.connected) return undefined;
  const owner = process as unknown as Record<symbol, PipeHandle | null> & ChannelTarget;
  const handle = owner[symbol];
  if (handle == null || !isUntouched(handle) || owner._handleQueue) return undefined;
  if (typeof handle.useUserBuffer !== 'function') return undefined;
  const serialization = serializationOf(handle);
  const listeners = ownListeners();
  if (serialization === undefined || listeners === undefined) return undefined;
  return {
    descriptor: handle.fd,
    serialization,
    keptMessages,
    insteadOfReading(act) {
      const { onread } = handle;
      // With an empty buffer libuv reads nothing: it calls back, and the bytes stay in the socket.
      handle.useUserBuffer(new Uint8Array(0));
      handle.onread = function readable() {
        if (!act()) goOnReading(handle, onread);
      };
    },
    isIdle() {
      const isOpen = owner[symbol] === handle && owner.connected;
      return isOpen && isUntouched(handle) && owner._handleQueue == null && owner._pendingMessage == null;
    },
    replaceListener(event, listener) {
      const index = listeners.findIndex(([name]) => name === event);
      const [own] = listeners.splice(index, 1);
      if (own) replaceInPlace(event, own[1], listener);
    },
    letGo() {
      owner[symbol] = null;
      handle.close();
    },
  };
}

/** With the bytes as Node's own function expects them. */
function goOnReading(handle: PipeHandle, onread: PipeHandle['onread']): void {
  const buffer = new Uint8Array(BUFFER_SIZE);
  let before = handle.bytesRead;
  handle.useUserBuffer(buffer);
  handle.onread = function read() {
    const count = handle.bytesRead - before;
    before += count;
    onread.call(this, count > 0 ? buffer.slice(0, count).buffer : undefined);
  };
}

function isUntouched({ fd, bytesRead, writeQueueSize }: PipeHandle): boolean {
  return fd > LAST_STANDARD_STREAM && bytesRead === 0 && writeQueueSize === 0;
}

function serializationOf(handle: PipeHandle): SerializationType | undefined {
  return SERIALIZATION_MARKS.find(([mark]) => nodeSymbol(handle, mark))?.[1];
}

/**
 * The listeners that Node sets up with a channel, before any module is loaded: that of handles,
 * that of kept messages, and those that count references.
 */
function ownListeners(): OwnListener[] | undefined {
  const listeners = (event: string) => process.rawListeners(event) as Listener[];
  const [handles] = listeners('internalMessage');
  const counting = listeners('newListener');
  const position = counting.findIndex(({ name }) => name === 'onNewListener');
  const uncounting = listeners('removeListener').find(({ name }) => name === 'onRemoveListener');
  const [keptMessages, adding] = position > 0 ? counting.slice(position - 1) : [];
  if (!handles || !keptMessages || !adding || !uncounting) return undefined;
  return [
    ['internalMessage', handles],
    ['newListener', keptMessages],
    ['newListener', adding],
    ['removeListener', uncounting],
  ];
}

/** At its place in the list, and without `'newListener'` and `'removeListener'` events. */
function replaceInPlace(event: OwnEvent, before: Listener, after: Listener): void {
  const { _events: events } = process as unknown as { _events: Record<string, Listener | Listener[]> };
  const current = events[event];
  if (Array.isArray(current)) current[current.indexOf(before)] = after;
  else if (current === before) events[event] = after;
}
