import { process } from '../../main-realm';
import { arrayAppend, arrayFilter, arraySome, stringStartsWith } from '../../primordials';
import type { SerializationType } from '../types/options';

/**
 * By this variable a parent that is rt-std itself tells a child that loads a preload who it is: its
 * pid. One in Rust does not set it: it may send descriptors that Node's end would abort the child
 * for.
 */
export const PARENT_NAME = 'RT_STD_PARENT_PID';

/**
 * The variables that Node does not know. A Node child without a preload does not remove them, so
 * its own children inherit them.
 */
export const OWN_NAMES: readonly string[] = ['RT_CHANNEL_FD', 'RT_CHANNEL_PARENT_PID', PARENT_NAME];

/**
 * The `NAME=value` pairs that tell a child where its channel is.
 *
 * An unmodified Node reads `NODE_CHANNEL_FD` and `NODE_CHANNEL_SERIALIZATION_MODE` and removes them
 * from its environment. Any other child reads `RT_CHANNEL_FD` (docs/ipc-protocol.md), and compares
 * `RT_CHANNEL_PARENT_PID` with the pid of its parent: a variable that was inherited through a
 * process in between names another one.
 *
 * @param descriptor - the channel's number in the child
 * @param serialization - how messages are serialized
 */
function channelEnvironmentPairs(descriptor: number, serialization: SerializationType): string[] {
  return [
    `NODE_CHANNEL_FD=${descriptor}`,
    `NODE_CHANNEL_SERIALIZATION_MODE=${serialization}`,
    `RT_CHANNEL_FD=${descriptor}`,
    `RT_CHANNEL_PARENT_PID=${process.pid}`,
    `${PARENT_NAME}=${process.pid}`,
  ];
}

/**
 * Puts {@link channelEnvironmentPairs} on a child's environment, in place. Pairs for this process's
 * own channel are taken out first: of two of one name, `getenv` finds the first.
 *
 * @param envPairs - the child's environment as `NAME=value` strings
 * @param descriptor - the channel's number in the child
 * @param serialization - how messages are serialized
 */
export function announceChannel(envPairs: string[], descriptor: number, serialization: SerializationType): void {
  const foreign = (pair: string): boolean => !arraySome(OWN_NAMES, (name) => stringStartsWith(`${pair}`, `${name}=`));
  const kept = arrayFilter(envPairs, foreign);
  envPairs.length = 0;
  arrayAppend(arrayAppend(envPairs, kept), channelEnvironmentPairs(descriptor, serialization));
}
