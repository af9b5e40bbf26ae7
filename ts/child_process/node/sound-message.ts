import net = require('node:net');

import { isArray, stringStartsWith } from '../../realm/primordials';
import type { ChannelTarget } from '../ipc/channel-target';
import { HANDLE, HANDLE_ACKNOWLEDGED, HANDLE_REFUSED, isCount } from '../ipc/handles/handle-message';
import { isOfKind } from '../ipc/handles/native-handle';

/** The fields that Node's readers of these messages take at their word. */
export interface InternalMessage {
  readonly cmd: string;
  readonly type?: unknown;
  readonly key?: unknown;
  readonly count?: unknown;
  readonly dgramType?: unknown;
  readonly msg?: unknown;
}

/** What came with a message, if anything did. */
export type ReceivedHandle = { close?(): void } | null | undefined;

/** Not in Node before 24.22, and in 25. */
const knowsBoundSockets = '_TransferredBoundSocket' in net;

/**
 * Whether Node's reader of a message can read it without throwing where no program could catch it:
 * a peer may send anything.
 *
 * @param handle - what came with it
 * @param target - the child whose channel it is
 */
export function isSound(message: InternalMessage, handle: ReceivedHandle, target: ChannelTarget): boolean {
  const { cmd, key } = message;
  // An answer to a handle that was not sent. Some versions of Node take it for their own mistake.
  if (cmd === HANDLE_ACKNOWLEDGED || cmd === HANDLE_REFUSED) return isArray(target._handleQueue);
  if (cmd === HANDLE) return isSoundHandle(message, handle);
  if (!stringStartsWith(cmd, 'NODE_SOCKET_')) return true;
  return typeof key === 'string' && (cmd !== 'NODE_SOCKET_COUNT' || isCount(message.count));
}

function isSoundHandle({ type, key, dgramType }: InternalMessage, handle: ReceivedHandle): boolean {
  switch (type) {
    case 'net.BoundSocket':
      // Without a handle, Node asks for it again.
      return knowsBoundSockets && (!handle || isOfKind(handle, ['TCP']));
    case 'net.Socket':
      return key === undefined || typeof key === 'string';
    case 'dgram.Socket':
      return dgramType === 'udp4' || dgramType === 'udp6';
    default:
      return type === 'net.Native' || type === 'net.Server' || type === 'dgram.Native';
  }
}

/**
 * Does what can be done with a message that is not sound: a socket arrives without its server's
 * key, what came with another handle without that, and the rest not at all.
 *
 * @param target - the child whose channel it is
 * @param deliver - called with the message of the program
 */
export function refuse(
  target: ChannelTarget,
  message: InternalMessage,
  handle: ReceivedHandle,
  deliver: (message: unknown, handle: undefined) => void,
): void {
  if (message.cmd !== HANDLE) return;
  if (message.type === 'net.Socket') {
    target.emit('internalMessage', { cmd: message.cmd, type: message.type, msg: message.msg }, handle);
    return;
  }
  handle?.close?.();
  // The sender waits for an answer to its handle before it sends more.
  target._send?.({ cmd: handle ? HANDLE_ACKNOWLEDGED : HANDLE_REFUSED }, undefined, true);
  if (handle) deliver(message.msg, undefined);
}
