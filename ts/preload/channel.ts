import { OWN_NAMES } from '../child_process/ipc/channel-environment';
import type * as ownChannel from '../child_process/own-channel';

import { requireBundle } from '../node-builtins/code-cache';
import { inWorker } from '../node-builtins/loaded';
import { processState } from '../process-state';

/**
 * An environment variable: with the value `off`, the process it is given to keeps Node's own end of
 * its channel.
 */
export const CHANNEL_SWITCH = 'RT_STD_CHANNEL';

/**
 * Whether the channel of this process to its parent goes through rt-std, and not through Node, from
 * its first message on.
 */
export function isChannelOurs(): boolean {
  return processState.hasOurChannel === true;
}

/**
 * Puts our end of the channel to the parent in the place of Node's own as soon as there is traffic,
 * if this process was forked, {@link CHANNEL_SWITCH} does not say otherwise and there is an addon.
 * Both preloads call it; the first does it.
 */
export function takeOwnChannel(): void {
  if (inWorker()) return;
  // `process.env` shows a child what Node shows it.
  for (const name of OWN_NAMES) delete process.env[name];
  if (isChannelOurs() || !process.channel || process.env[CHANNEL_SWITCH] === 'off') return;
  // Only a forked process loads this.
  const { takeChannelOverOnTraffic } = requireBundle('child_process/own-channel') as typeof ownChannel;
  processState.hasOurChannel = takeChannelOverOnTraffic();
}
