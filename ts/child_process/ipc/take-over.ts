import type { NativeAddon } from '../../binding';
import { loadProcessAddon } from '../../binding/process-addon';
import { mayTakeChannelOver } from '../../binding/process-backend-switch';
import { defineProperty } from '../../define-property';
import { process } from '../../main-realm';
import type { ChannelTarget } from './channel-target';
import type { Control } from './control';
import { isCounted } from './counted-events';
import type { NodeChannel } from './node-channel';
import { setupChannel } from './setup-channel';

/**
 * Puts our end of the channel in the place of Node's own, in a child: `process.send`,
 * `process.channel` and the events of `process` go through it from then on.
 *
 * @param channel - Node's end, which is idle
 * @param references - how many counted references Node's end has
 * @returns what the program sees of it; nothing where there is no addon that can watch it
 * @throws the system's error when the event loop cannot watch the descriptor
 */
export function takeChannelOver(channel: NodeChannel, references: number): Control | undefined {
  const addon = addonIfAny();
  if (addon === undefined) return undefined;
  // The event loop watches a descriptor once. So another one is made, and takes the number when
  // Node's is closed.
  const copy = addon.duplicateDescriptor(channel.descriptor, channel.descriptor);
  if (copy < 0) return undefined;
  channel.letGo();
  const renumbered = addon.renumberDescriptor(copy, channel.descriptor);
  const target = process as unknown as ChannelTarget;
  const end = { descriptor: renumbered, child: 0, references, drainsAtExit: true };
  const control = setupChannel(target, end, channel.serialization, () => {}, channel.replaceListener);
  defineProperty(control, channel.keptMessages, { value: [], writable: true, enumerable: true });
  countListeners(control, channel);
  return control;
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
 * channel.
 */
function countListeners(control: Control, channel: NodeChannel): void {
  channel.replaceListener('newListener', (event: string | symbol) => {
    if (isCounted(event)) control.refCounted();
  });
  channel.replaceListener('removeListener', (event: string | symbol) => {
    if (isCounted(event)) control.unrefCounted();
  });
}
