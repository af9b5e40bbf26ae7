import { loadProcessAddon } from '../../binding/process-addon';
import { mayTakeChannelOver } from '../../binding/process-backend-switch';
import { noteUse, USES_CHANNEL_TO_PARENT } from '../../bundles/uses';
import { versions } from '../../kept-process';
import { mayRefuseSockets } from '../../node-builtins/permission-model';
import { defineProperty } from '../../realm/define-property';
import { process } from '../../realm/main-realm';
import { setImmediate } from '../../realm/main-timers';
import { apply, assign } from '../../realm/primordials';
import type { SendCallback, SendOptions } from '../types/messages';
import type { SerializationType } from '../types/options';
import { ChannelEnd } from './channel-end';
import type { ChannelTarget, Send } from './channel-target';
import { Control } from './control';
import {
  isIdle,
  isReplaceable,
  METHODS,
  type NodesEnd,
  type NodesPipe,
  replacing,
  serializationOf,
  stopReading,
} from './nodes-end';
import { SerializedMessage } from './serialized-message';
import { attachEnd } from './setup-channel';

/** Our own, beneath those that {@link countOnNodes} puts in front of them. */
const { ref, unref } = Control.prototype;

/** What Node's end was given from the socket, and left to ours. */
export interface Received {
  readonly bytes: Uint8Array;
  /** How many of the bytes came. */
  readonly length: number;
}

/** Our end of the channel, in the place of Node's. */
export interface OwnEnd {
  readonly _send: Send;
  /**
   * Sends a message of which Node's end has made the text or the payload; `undefined` where
   * `toJSON` has returned nothing.
   */
  sendSerialized(
    content: SerializedMessage['content'],
    options?: SendOptions | boolean,
    callback?: SendCallback,
  ): boolean;
  /** Emits a message that Node's end has received, or keeps it until someone listens. */
  emitMessage(message: unknown): void;
}

/**
 * Puts our end of the channel in the place of Node's own, in a child: `process.send` and the events
 * of `process` go through it from then on, and `process.channel` acts on it. Where that cannot be,
 * Node's end goes on.
 *
 * @param nodes - Node's end, which has waited for this
 * @param hasCome - whether the event loop has just found that there is something to read: it is
 * read during this call, so that no message comes later than with Node
 * @param received - what was read already, from the beginning of a message on
 * @returns nothing where Node's end stays
 */
export function takeChannelOver(nodes: NodesEnd, hasCome: boolean, received?: Received): OwnEnd | undefined {
  noteUse(USES_CHANNEL_TO_PARENT);
  const target = process as unknown as ChannelTarget;
  const { send, _send: sender, disconnect, _disconnect } = target;
  const before = { send, _send: sender, disconnect, _disconnect };
  const end = isIdle(nodes) && isReplaceable() ? replaceEnd(target, nodes, received) : undefined;
  if (end === undefined) return undefined;
  const { _send } = target as Required<ChannelTarget>;
  // What the program has put there stays.
  for (let index = 0; index < METHODS.length; index++) {
    const name = METHODS[index] as (typeof METHODS)[number];
    if (before[name] !== nodes.methods[name]) assign(target, { [name]: before[name] });
  }
  // The end of the channel comes behind the ticks of the messages, and before the immediates that
  // their listeners have made. From libuv 1.52 on it comes a turn later.
  if (hasCome && end.deliverWhatHasCome() && versions.uv < '1.52') setImmediate(() => end.deliverWhatHasCome());
  return {
    _send,
    sendSerialized(content, options, callback) {
      const swallowErrors = typeof options === 'boolean' ? options : options?.swallowErrors === true;
      const whenSent = typeof callback === 'function' ? callback : undefined;
      return end.sendSerialized(new SerializedMessage(content), swallowErrors, whenSent);
    },
    emitMessage: (message) => end.emitMessage(message, undefined),
  };
}

function replaceEnd(target: ChannelTarget, nodes: NodesEnd, received: Received | undefined): ChannelEnd | undefined {
  const serialization = serializationOf(nodes);
  const end = serialization === undefined ? undefined : openEnd(target, nodes, serialization);
  if (end === undefined) return undefined;
  if (received !== undefined) beginWith(end, received, nodes.handle);
  stopReading(nodes);
  attachEnd(end, target, replacing(nodes));
  countOnNodes(nodes, end.control);
  return end;
}

/** Nothing where there is no addon, or the event loop cannot watch one more descriptor. */
function openEnd(target: ChannelTarget, { handle }: NodesEnd, serialization: SerializationType) {
  // What the permission model refuses us, it does not refuse Node's end: to receive a socket.
  if (!mayTakeChannelOver() || mayRefuseSockets()) return undefined;
  try {
    // The event loop watches a descriptor once, and closing Node's would keep it alive for a turn.
    const descriptor = loadProcessAddon().duplicateDescriptor(handle.fd);
    if (descriptor < 0) return undefined;
    const processEnd = { descriptor, child: 0, references: handle.hasRef() ? 1 : 0, nodesHandle: handle };
    return new ChannelEnd(target, processEnd, serialization, () => {});
  } catch {
    return undefined;
  }
}

/** Node has made a handle of the descriptor that came with the bytes: ours is a duplicate of it. */
function beginWith(end: ChannelEnd, { bytes, length }: Received, handle: NodesPipe): void {
  const { pendingHandle } = handle;
  const descriptor = pendingHandle == null ? -1 : loadProcessAddon().duplicateDescriptor(pendingHandle.fd);
  end.beginWith(bytes, length, descriptor);
  pendingHandle?.close();
  handle.pendingHandle = null;
}

/**
 * A child whose program listens for messages, or for the channel's end, lives as long as the
 * channel. `process.channel` stays Node's object, which has counted that up to now, and goes on:
 * what it does to its handle is done to our end, too.
 */
function countOnNodes({ channel, handle }: NodesEnd, control: Control): void {
  defineProperty(control, 'refCounted', { value: () => channel.refCounted() });
  defineProperty(control, 'unrefCounted', { value: () => channel.unrefCounted() });
  const { ref: refNodes, unref: unrefNodes } = handle;
  handle.ref = () => {
    apply(refNodes, handle, []);
    apply(ref, control, []);
  };
  handle.unref = () => {
    apply(unrefNodes, handle, []);
    apply(unref, control, []);
  };
}
