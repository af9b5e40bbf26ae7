import { platform } from '../../kept-process';
import { process } from '../../realm/main-realm';
import { arrayAppend, arrayFilter, stringToUpperCase } from '../../realm/primordials';
import type { SerializationType } from '../types/options';
import { isNodesVariable, isOwnVariable, PARENT_NAME } from './channel-environment';

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
 * Of two variables of one name, `getenv` finds the first; on Windows, of two cases of it too.
 * Node's own stay elsewhere than on Windows, as with its module.
 */
function standsBefore(pair: string): boolean {
  if (platform !== 'win32') return isOwnVariable(pair);
  const given = stringToUpperCase(pair);
  return isOwnVariable(given) || isNodesVariable(given);
}

/**
 * Puts {@link channelEnvironmentPairs} on a child's environment, in place. Pairs that would stand
 * before them, such as those for this process's own channel, are taken out first.
 *
 * @param envPairs - the child's environment as `NAME=value` strings
 * @param descriptor - the channel's number in the child
 * @param serialization - how messages are serialized
 */
export function announceChannel(envPairs: string[], descriptor: number, serialization: SerializationType): void {
  const kept = arrayFilter(envPairs, (pair) => !standsBefore(`${pair}`));
  envPairs.length = 0;
  arrayAppend(arrayAppend(envPairs, kept), channelEnvironmentPairs(descriptor, serialization));
}
