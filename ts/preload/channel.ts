import { processState } from '../process-state';

/**
 * Whether the channel of this process to its parent goes through rt-std, and not through Node, from
 * its first message on, or as soon as its traffic is worth it (fast path `late-channel`).
 */
export function isChannelOurs(): boolean {
  return processState.hasOurChannel === true;
}
