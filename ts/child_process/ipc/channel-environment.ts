import { arraySome, stringStartsWith } from '../../realm/primordials';

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

/** Those by which Node tells its children, and which they remove. */
export const NODES_NAMES: readonly string[] = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'];

/** Whether a `NAME=value` pair has one of {@link OWN_NAMES}. */
export function isOwnVariable(pair: string): boolean {
  return hasOneOf(OWN_NAMES, 'RT_', pair);
}

/** Whether a `NAME=value` pair has one of {@link NODES_NAMES}. */
export function isNodesVariable(pair: string): boolean {
  return hasOneOf(NODES_NAMES, 'NODE_', pair);
}

/** Few variables have the beginning that these names have. */
function hasOneOf(names: readonly string[], beginning: string, pair: string): boolean {
  return stringStartsWith(pair, beginning) && arraySome(names, (name) => stringStartsWith(pair, `${name}=`));
}
