import { mayTakeChannelOver } from '../../binding/process-backend-switch';
import { BUILD_NUMBER } from '../../bundles/build-number';
import { hasPolicy, loadOwnFile } from '../../bundles/load-file';
import { ownFolder, parentOf } from '../../bundles/own-place';
import { FILE_FUNCTIONS, type fileFunctions } from '../../node-builtins/file-functions';
import { nodeSymbol } from '../../node-symbol';
import { processState } from '../../process-state';
import { COLLECTION_METHODS, collectionMethods } from '../../realm/collection-methods';
import { apply } from '../../realm/kept-functions';
import { process, sharedValues } from '../../realm/main-realm';
import { hasStack } from '../../stack-space';
import { isSwitchedOff } from '../../switched-off';
import type { ChannelTarget, Send } from '../ipc/channel-target';
import type { NodesEnd, NodesPipe, WithEvents } from '../ipc/nodes-end';
import type { OwnEnd } from '../ipc/take-over';
import type * as loader from '../load-channels';
import { formatOf } from './light-formats';
import { carryLightTraffic, giveToNode } from './light-traffic';
import { readNodesHandle } from './read-nodes-handle';
import type { WaitingEnd } from './waiting-end';

/**
 * Descriptors up to this one are streams of `process` too, which Node then makes from the handle of
 * the channel.
 */
const LAST_STANDARD_STREAM = 2;

/** As libuv suggests. */
const BUFFER_SIZE = 65_536;

/** What it takes to put our end in the place of Node's: the addon's opening alone takes half. */
const FRAMES_TO_TAKE_OVER = 2000;

/**
 * Has our end of the channel put in the place of Node's own as soon as there is traffic that is
 * worth it: before the first message that this process sends, or reads; and where the parent is
 * ours too, not before there is more than light traffic. Until then Node's end costs nothing more.
 * To be called before the event loop has run.
 *
 * This is loaded at the start of each forked child, and so has only what a start needs: the rest is
 * with what a channel needs (`ipc/take-over.ts`). Node shows no way to its handle, which is found
 * by the name of the symbol under which `process` has it.
 *
 * @param parent - `RT_STD_PARENT_PID`, by which a parent of ours names itself
 * @returns whether that will be done: not without a channel, nor when Node has read from it already
 */
export function awaitTraffic(parent: string | undefined): boolean {
  // The addon watches our end.
  if (!mayTakeChannelOver()) return false;
  const target = process as unknown as ChannelTarget & Record<symbol, NodesPipe | null>;
  const symbol = nodeSymbol(target, 'kChannelHandle');
  const handle = symbol === undefined ? undefined : target[symbol];
  if (handle == null || !target.connected || typeof handle.useUserBuffer !== 'function') return false;
  if (handle.fd <= LAST_STANDARD_STREAM || handle.bytesRead > 0 || handle.writeQueueSize > 0) return false;
  // What ours takes when it is loaded, and a program may have replaced by then.
  sharedValues[COLLECTION_METHODS] ??= collectionMethods();
  const { AsyncResource } = require('node:async_hooks') as typeof import('node:async_hooks');
  // What comes from the channel has the context of this moment.
  const resource = new AsyncResource('CHILDPROCESSCHANNEL', { requireManualDestroy: true });
  const { channel, send: sendOfNode, _send, disconnect, _disconnect } = target;
  const { onread } = handle;
  const { internalMessage } = (target as unknown as WithEvents)._events;
  const onInternalMessage = Array.isArray(internalMessage) ? internalMessage[0] : internalMessage;
  // Kept, since a program may put others in their place.
  const files = hasPolicy(process) ? undefined : (sharedValues[FILE_FUNCTIONS] as ReturnType<typeof fileFunctions>);
  /** Nothing where it cannot be loaded, as in a full table of descriptors: Node's end goes on. */
  function loadChannels() {
    try {
      const byNode = () => require('../load-channels') as typeof loader;
      const { loadChannels } = loadOwnFile(`${parentOf(ownFolder)}/child_process/load-channels.js`, files, byNode);
      return loadChannels(BUILD_NUMBER);
    } catch {
      return undefined;
    }
  }
  let ours: OwnEnd | undefined;
  const waiting: WaitingEnd = {
    nodes: {
      handle,
      channel,
      onread,
      onInternalMessage,
      methods: { send: sendOfNode, _send: send, disconnect, _disconnect },
    } as NodesEnd,
    resource,
    isOver: false,
    takeOver(hasCome, received) {
      if (waiting.isOver) return ours;
      // A program sends: this message is left to Node's end where the stack ends.
      if (!hasCome && !hasStack(FRAMES_TO_TAKE_OVER)) return undefined;
      waiting.isOver = true;
      ours = resource.runInAsyncScope(() => loadChannels()?.takeChannelOver(waiting.nodes, hasCome, received));
      if (ours === undefined) {
        processState.hasOurChannel = false;
        goOnReading(waiting.nodes);
      }
      return ours;
    },
  };
  // Only a parent of ours is known to send no descriptor that libuv ends this process for.
  const isLight = parent === `${process.ppid}` && !isSwitchedOff('late-channel');
  const format = isLight ? formatOf(handle) : undefined;
  const sendLight = format === undefined ? undefined : carryLightTraffic(waiting, format, _send as Send);
  function send(this: ChannelTarget, ...args: Parameters<Send>): boolean {
    // A handle is for ours.
    if (sendLight !== undefined && !waiting.isOver && !args[1]) return sendLight(this, args);
    const below = waiting.takeOver(false)?._send ?? _send;
    return apply(below as Send, this, args) as boolean;
  }
  target._send = send;
  if (sendLight === undefined) {
    // With an empty buffer libuv reads nothing: it calls back, and the bytes stay in the socket.
    handle.useUserBuffer(new Uint8Array(0));
    handle.onread = () => void waiting.takeOver(true);
  }
  return true;
}

/** Lets Node read again, with the bytes as its function expects them. */
function goOnReading(nodes: NodesEnd): void {
  const buffer = new Uint8Array(BUFFER_SIZE);
  readNodesHandle(nodes, buffer, (length) => giveToNode(nodes, buffer, length));
}
