import type { NativeAddon } from '../../binding';
import { loadProcessAddon } from '../../binding/process-addon';
import { mayTakeChannelOver } from '../../binding/process-backend-switch';
import { defineProperty } from '../../define-property';
import { process } from '../../main-realm';
import { apply, assign } from '../../primordials';
import type { ChannelTarget } from './channel-target';
import { Control } from './control';
import { isIdle, letGo, METHODS, type NodesEnd, replacing, serializationOf, symbolOfKeptMessages } from './nodes-end';
import { setupChannel } from './setup-channel';

/** Our own, beneath those that {@link keepCounting} puts in front of them. */
const { ref, unref } = Control.prototype;

/** What programs call on `process.channel`, and Node for each listener of the program. */
const REFERENCE_METHODS = ['ref', 'unref', 'refCounted', 'unrefCounted'] as const;

/**
 * Puts our end of the channel in the place of Node's own, in a child: `process.send`,
 * `process.channel` and the events of `process` go through it from then on. Where that cannot be,
 * Node's end goes on.
 *
 * @param nodes - Node's end, which has waited for this
 * @returns our `process._send`; nothing where Node's end stays
 * @throws the system's error when the event loop cannot watch the descriptor
 */
export function takeChannelOver(nodes: NodesEnd): ChannelTarget['_send'] {
  const target = process as unknown as ChannelTarget;
  const { send, _send: sender, disconnect, _disconnect } = target;
  const before = { send, _send: sender, disconnect, _disconnect };
  if (!isIdle(nodes) || !replaceEnd(target, nodes)) return undefined;
  const { _send } = target;
  // What the program has put there stays.
  for (let index = 0; index < METHODS.length; index++) {
    const name = METHODS[index] as (typeof METHODS)[number];
    if (before[name] !== nodes.methods[name]) assign(target, { [name]: before[name] });
  }
  return _send;
}

function replaceEnd(target: ChannelTarget, nodes: NodesEnd): boolean {
  const serialization = serializationOf(nodes);
  const keptMessages = symbolOfKeptMessages(nodes);
  const addon = addonIfAny();
  if (addon === undefined || serialization === undefined || keptMessages === undefined) return false;
  // The event loop watches a descriptor once. So another one is made, and takes the number when
  // Node's is closed.
  const { fd } = nodes.handle;
  const copy = addon.duplicateDescriptor(fd, fd);
  if (copy < 0) return false;
  const references = nodes.handle.hasRef() ? 1 : 0;
  letGo(nodes);
  const end = { descriptor: addon.renumberDescriptor(copy, fd), child: 0, references, drainsAtExit: true };
  const control = setupChannel(target, end, serialization, () => {}, replacing(nodes));
  defineProperty(control, keptMessages, { value: [], writable: true, enumerable: true });
  keepCounting(nodes, control);
  return true;
}

/** Without an addon, Node's own end stays: nobody has asked for another. */
function addonIfAny(): NativeAddon | undefined {
  if (!mayTakeChannelOver()) return undefined;
  try {
    return loadProcessAddon();
  } catch {
    return undefined;
  }
}

/**
 * A child whose program listens for messages, or for the channel's end, lives as long as the
 * channel. Node's own object has counted that up to now, and goes on: it may have been taken out by
 * the program before, and what it does to the handle is done to our end.
 */
function keepCounting({ channel, handle }: NodesEnd, control: Control): void {
  for (let index = 0; index < REFERENCE_METHODS.length; index++) {
    const name = REFERENCE_METHODS[index] as (typeof REFERENCE_METHODS)[number];
    defineProperty(control, name, { value: () => channel[name](), writable: true, configurable: true });
  }
  handle.ref = () => apply(ref, control, []);
  handle.unref = () => apply(unref, control, []);
  channel.on('unref', () => control.emit('unref'));
}
