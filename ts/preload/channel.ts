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
