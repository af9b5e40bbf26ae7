import type * as channels from '../child_process/channels';
import { OWN_NAMES } from '../child_process/ipc/channel-environment';

import { inWorker } from '../node-builtins/loaded';
import { processState } from '../process-state';

/** An environment variable: with the value `off`, the process it is given to keeps Node's own end of its channel. */
export const CHANNEL_SWITCH = 'RT_STD_CHANNEL';

/** Whether the channel of this process to its parent goes through rt-std, and not through Node. */
export function isChannelOurs(): boolean {
  return processState.hasOurChannel === true;
}

/**
 * Puts our end of the channel to the parent in the place of Node's own, if this process was forked, {@link CHANNEL_SWITCH} does not say otherwise and there is an addon. Both preloads call it; the first does it.
 *
 * @throws the system's error when the event loop cannot watch the descriptor
 */
export function takeOwnChannel(): void {
  if (inWorker()) return;
  // `process.env` shows a child what Node shows it.
  for (const name of OWN_NAMES) delete process.env[name];
  if (isChannelOurs() || !process.channel || process.env[CHANNEL_SWITCH] === 'off') return;
  // Only a forked process loads these modules.
  const { takeChannelOver } = require('../child_process/channels') as typeof channels;
  processState.hasOurChannel = takeChannelOver();
}
