import { mayTakeChannelOver } from '../binding/process-backend-switch';
import { apply } from '../kept-functions';
import { process } from '../main-realm';
import { requireBundle } from '../node-builtins/require-bundle';
import { nodeSymbol } from '../node-symbol';
import { processState } from '../process-state';
import type * as channels from './channels';
import type { ChannelTarget } from './ipc/channel-target';
import type { NodesEnd, NodesPipe, WithEvents } from './ipc/nodes-end';

/**
 * Descriptors up to this one are streams of `process` too, which Node then makes from the handle of
 * the channel.
 */
const LAST_STANDARD_STREAM = 2;

/** As libuv suggests. */
const BUFFER_SIZE = 65_536;

type Send = NonNullable<ChannelTarget['_send']>;

/**
 * Has our end of the channel put in the place of Node's own as soon as there is traffic: before the
 * first message that this process sends, or reads. Until then Node's end costs nothing more. To be
 * called before the event loop has run.
 *
 * This is part of each preload, and so has only what a start needs: the rest is with what a
 * channel needs (`ipc/take-over.ts`). Node shows no way to its handle, which is found by the name
 * of the symbol under which `process` has it.
 *
 * @returns whether that will be done: not without a channel, nor when Node has read from it already
 */
export function awaitTraffic(): boolean {
  // The addon watches our end.
  if (!mayTakeChannelOver()) return false;
  const target = process as unknown as ChannelTarget & Record<symbol, NodesPipe | null>;
  const symbol = nodeSymbol(target, 'kChannelHandle');
  const handle = symbol === undefined ? undefined : target[symbol];
  if (handle == null || !target.connected || typeof handle.useUserBuffer !== 'function') return false;
  if (handle.fd <= LAST_STANDARD_STREAM || handle.bytesRead > 0 || handle.writeQueueSize > 0) return false;
  const { AsyncResource } = require('node:async_hooks') as typeof import('node:async_hooks');
  // What comes from the channel has the context of this moment.
  const resource = new AsyncResource('CHILDPROCESSCHANNEL', { requireManualDestroy: true });
  const { channel, send: sendOfNode, _send, disconnect, _disconnect } = target;
  const { onread } = handle;
  const { internalMessage } = (target as unknown as WithEvents)._events;
  const onInternalMessage = Array.isArray(internalMessage) ? internalMessage[0] : internalMessage;
  const nodes = {
    handle,
    channel,
    onread,
    onInternalMessage,
    methods: { send: sendOfNode, _send: send, disconnect, _disconnect },
  } as NodesEnd;
  let below = _send;
  let isOver = false;
  function takeOver(hasCome: boolean): void {
    if (isOver) return;
    isOver = true;
    const ours = resource.runInAsyncScope(() => loadChannels()?.takeChannelOver(nodes, hasCome));
    if (ours !== undefined) below = ours;
    else {
      processState.hasOurChannel = false;
      goOnReading(nodes);
    }
  }
  function send(this: ChannelTarget, ...args: Parameters<Send>): boolean {
    takeOver(false);
    return apply(below as Send, this, args) as boolean;
  }
  target._send = send;
  // With an empty buffer libuv reads nothing: it calls back, and the bytes stay in the socket.
  handle.useUserBuffer(new Uint8Array(0));
  handle.onread = () => takeOver(true);
  return true;
}

/** Nothing where it cannot be loaded, as in a full table of descriptors: Node's end goes on. */
function loadChannels(): typeof channels | undefined {
  try {
    return requireBundle('child_process/channels') as typeof channels;
  } catch {
    return undefined;
  }
}

/** Lets Node read again, with the bytes as its function expects them. */
function goOnReading({ handle, onread }: NodesEnd): void {
  const buffer = new Uint8Array(BUFFER_SIZE);
  let before = handle.bytesRead;
  handle.useUserBuffer(buffer);
  handle.onread = function read() {
    const count = handle.bytesRead - before;
    before += count;
    apply(onread, this, [count > 0 ? buffer.slice(0, count).buffer : undefined]);
  };
}
