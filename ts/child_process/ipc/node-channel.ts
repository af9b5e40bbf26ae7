import { process } from '../../main-realm';
import type { SerializationType } from '../types/options';
import type { ChannelTarget } from './channel-target';
import { nodeSymbol } from './node-symbol';

/** What is read of the native handle under Node's channel: a `Pipe` of libuv. */
interface PipeHandle {
  readonly fd: number;
  readonly bytesRead: number;
  readonly writeQueueSize: number;
  hasRef(): boolean;
  close(): void;
}

/** A listener of Node's, and the event of `process` that it is for. */
type OwnListener = readonly [event: string, listener: Listener];

/** As `process.on` takes it. */
type Listener = (...values: unknown[]) => void;

/** Node's own end of the channel in a child, as it stands before the event loop has run. */
export interface NodeChannel {
  readonly descriptor: number;
  readonly serialization: SerializationType;
  /** Whether it keeps the event loop alive. */
  readonly isReferenced: boolean;
  /** Where Node's ticks that are under way look for kept messages, on `process.channel`. */
  readonly keptMessages: symbol;
  /** Closes Node's handle and takes Node's listeners from `process`. The descriptor is closed by that. */
  letGo(): void;
}

/** Descriptors up to this one are streams of `process` too, which Node then makes from the handle of the channel. */
const LAST_STANDARD_STREAM = 2;

/** What Node's serializations keep on the handle, by the names of their symbols. */
const SERIALIZATION_MARKS: readonly (readonly [string, SerializationType])[] = [
  ['kJSONBuffer', 'json'],
  ['kMessageBuffer', 'advanced'],
];

/**
 * Node's own end of the channel, if this process is a child that has one, nothing has been read from it, and nothing waits to leave.
 *
 * Node shows no way to it: the handle is found by the name of the symbol under which `process` has it, the listeners by their place and name. Where these are not as
 * in Node 20 to 26, there is nothing to be found.
 */
export function findNodeChannel(): NodeChannel | undefined {
  const symbol = nodeSymbol(process, 'kChannelHandle');
  const keptMessages = nodeSymbol(process.channel ?? {}, 'kPendingMessages');
  if (symbol === undefined || keptMessages === undefined || !process.connected) return undefined;
  const owner = process as unknown as Record<symbol, PipeHandle | null> & ChannelTarget;
  const handle = owner[symbol];
  if (handle == null || !isUntouched(handle) || owner._handleQueue) return undefined;
  const serialization = serializationOf(handle);
  const listeners = ownListeners();
  if (serialization === undefined || listeners === undefined) return undefined;
  return {
    descriptor: handle.fd,
    serialization,
    isReferenced: handle.hasRef(),
    keptMessages,
    letGo() {
      for (const [event, listener] of listeners) process.removeListener(event, listener);
      owner[symbol] = null;
      handle.close();
    },
  };
}

function isUntouched({ fd, bytesRead, writeQueueSize }: PipeHandle): boolean {
  return fd > LAST_STANDARD_STREAM && bytesRead === 0 && writeQueueSize === 0;
}

function serializationOf(handle: PipeHandle): SerializationType | undefined {
  return SERIALIZATION_MARKS.find(([mark]) => nodeSymbol(handle, mark))?.[1];
}

/** The listeners that Node sets up with a channel, before any module is loaded: that of handles, that of kept messages, and those that count references. */
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
