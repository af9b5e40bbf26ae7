import { NODE_MAJOR, NODE_MINOR } from '../../node-version';
import { process } from '../../realm/main-realm';
import type { SerializationType } from '../types/options';

/** The first minor versions that read a payload's length which comes in two parts. */
const FIRST_MINOR: Readonly<Record<number, number>> = { 20: 19, 21: Infinity, 22: 14, 23: 7 };

const READS_SPLIT_LENGTHS = NODE_MINOR >= (FIRST_MINOR[NODE_MAJOR] ?? 0);
const OWN_PROGRAM = process.execPath;

/**
 * Whether the peer may be a Node that waits for ever once one of its reads has ended within the
 * four bytes of a payload's length (https://github.com/nodejs/node/pull/56106).
 *
 * @param program - the program of the peer; `undefined` for the parent of this process, which is
 * taken to be of the same version
 */
export function mayLosePlace(serialization: SerializationType, program: string | undefined): boolean {
  if (serialization !== 'advanced') return false;
  return !READS_SPLIT_LENGTHS || (program !== undefined && program !== OWN_PROGRAM);
}
