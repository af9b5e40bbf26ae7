import type { EventEmitter } from 'node:events';
import { errorNumber, systemError } from '../../errors';
import { nodeSymbol } from '../../node-symbol';
import { process } from '../../realm/main-realm';
import {
  apply,
  arrayAppend,
  arrayFind,
  assign,
  defineOwnProperty,
  getOwnPropertyDescriptor,
  ownKeys,
} from '../../realm/primordials';
import type { ChannelTarget } from '../ipc/channel-target';
import { reportMalformed } from '../ipc/report-malformed';
import type { NodesChild } from '../nodes-functions';
import { IncomingMessages } from './incoming-messages';
import { type InternalMessage, isSound, type ReceivedHandle, refuse } from './sound-message';

/** Node's handle of a channel, under the symbol `kChannelHandle` of its child. */
interface ChannelHandle {
  buffering: boolean;
  /** Called with what was read, or without an argument at the end. Throws what it cannot read. */
  onread(this: ChannelHandle, bytes?: ArrayBuffer): void;
  readStop(): void;
  close(): void;
}

/** A message that waits until the handle before it was acknowledged. */
interface Waiting {
  readonly callback?: ((error: Error | null) => void) | undefined;
}

/** Methods of an EventEmitter that Node's code calls, and that act on what programs see. */
const METHODS = ['on', 'once', 'listenerCount', 'removeListener'] as const;

/** What Node's child keeps of the channel, besides what has a symbol for its name. */
const PROPERTIES = [
  'channel',
  'connected',
  'send',
  '_send',
  'disconnect',
  '_disconnect',
  '_handleQueue',
  '_pendingMessage',
  '_channel',
];

/**
 * Shows the channel of Node's child as the target's own: its properties and listeners move there,
 * and Node's code goes on finding them at its child.
 *
 * @param child - Node's child
 * @param target - the child that programs see
 * @param onClosed - called once, after `'disconnect'`
 */
export function showChannel(child: NodesChild, target: ChannelTarget, onClosed: () => void): void {
  const symbol = nodeSymbol(child, 'kChannelHandle');
  const handle = symbol && (child as unknown as Record<symbol, ChannelHandle>)[symbol];
  moveProperties(child, target, symbol);
  const emitter = child as unknown as EventEmitter;
  // Before `incoming` listens for new listeners.
  moveListeners(emitter, target);
  const incoming = new IncomingMessages(target);
  const end = onceOnly(() => {
    try {
      target.emit('disconnect');
    } finally {
      onClosed();
    }
  });
  for (let index = 0; index < METHODS.length; index++) {
    const name = METHODS[index] as (typeof METHODS)[number];
    assign(emitter, {
      [name]: (...values: unknown[]) => apply(target[name], target, values),
    });
  }
  // Every message comes to `emit`: those that nobody waits for are kept here.
  emitter.listenerCount = (event: string | symbol) => (event === 'message' ? 1 : target.listenerCount(event));
  emitter.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    if (event === 'message') incoming.deliver(values[0], values[1]);
    else if (event === 'disconnect') end();
    else if (
      event === 'internalMessage' &&
      !isSound(values[0] as InternalMessage, values[1] as ReceivedHandle, target)
    ) {
      refuse(target, values[0] as InternalMessage, values[1] as ReceivedHandle, incoming.deliver);
    } else if (event === 'internalMessage' || event === 'error')
      return apply(target.emit, target, arrayAppend([event], values)) as boolean;
    return true;
  };
  if (handle !== undefined) guardReading(handle, target, end);
  // Node counts from 0 although the channel keeps the event loop alive.
  target.channel?.refCounted();
}

function moveProperties(child: NodesChild, target: ChannelTarget, symbol: symbol | undefined): void {
  const own = ownKeys(child);
  for (let index = 0; index < own.length; index++) {
    const name = own[index] as string | symbol;
    if (name !== symbol && arrayFind(PROPERTIES, (one) => one === name) === undefined) continue;
    // Without a prototype, from which these could inherit an accessor or a value.
    const property = getOwnPropertyDescriptor(child, name);
    defineOwnProperty(target, name, { __proto__: null, ...property } as PropertyDescriptor);
    defineOwnProperty(child, name, {
      __proto__: null,
      get: () => (target as unknown as Record<string | symbol, unknown>)[name],
      set: (value: unknown) => void assign(target, { [name]: value }),
      configurable: true,
      enumerable: true,
    } as PropertyDescriptor);
  }
}

/**
 * The listeners that Node has set up with the channel, but for the one that looks for messages that
 * wait: they wait here.
 */
function moveListeners(child: EventEmitter, target: EventEmitter): void {
  const events = child.eventNames();
  for (let index = 0; index < events.length; index++) {
    const event = events[index] as string | symbol;
    const listeners = child.rawListeners(event);
    child.removeAllListeners(event);
    if (event === 'newListener') continue;
    for (let each = 0; each < listeners.length; each++) target.on(event, listeners[each] as () => void);
  }
}

/**
 * Keeps a message that cannot be read from ending this process, and lets `'disconnect'` come
 * whatever was under way when the channel ended.
 */
function guardReading(handle: ChannelHandle, target: ChannelTarget, end: () => void): void {
  const { onread } = handle;
  const stop = (): void => {
    handle.onread = () => {};
    handle.buffering = false;
    abandonHandles(target);
    if (target.connected) onread.call(handle);
    else if (target.channel != null) target._disconnect?.();
    else {
      // `disconnect` has waited for the rest of a message.
      handle.close();
      end();
    }
  };
  handle.onread = (bytes) => {
    if (bytes === undefined) return stop();
    try {
      onread.call(handle, bytes);
    } catch (cause) {
      handle.onread = () => {};
      handle.readStop();
      process.nextTick(() => {
        try {
          reportMalformed(target, cause);
        } finally {
          stop();
        }
      });
    }
  };
}

/** The receiver of a handle is gone: what waits for its answer will not leave. */
function abandonHandles(target: ChannelTarget): void {
  const { _handleQueue, _pendingMessage: pending } = target as {
    _handleQueue?: Waiting[] | null;
    _pendingMessage?: { handle?: { close?(): void } } | null;
  };
  target._handleQueue = null;
  target._pendingMessage = null;
  pending?.handle?.close?.();
  const queue = _handleQueue ?? [];
  for (let index = 0; index < queue.length; index++) {
    const { callback } = queue[index] as Waiting;
    if (typeof callback === 'function') process.nextTick(callback, systemError(errorNumber('EPIPE'), 'write'));
  }
}

function onceOnly(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}
