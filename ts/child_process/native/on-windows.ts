import { platform } from '../../kept-process';
import { NODE_MAJOR } from '../../node-version';
import { arrayIncludes } from '../../realm/primordials';
import { optionUnavailable } from '../arguments/setup-options';
import type { SpawnRequest } from '../backend-types';

/** Those that the addon knows; 0 only asks. */
const KNOWN_SIGNALS = [0, 2, 3, 9, 15];
/** The addon answers `ENOSYS` for it, as Node does from 24 on: before, it ends a process. */
const SIGWINCH = 28;

/**
 * The number of a signal as the addon gets it. On Windows most end a process as `SIGKILL` does, as
 * in Node since 22.12.
 */
export function knownSignal(number: number): number {
  if (platform !== 'win32' || arrayIncludes(KNOWN_SIGNALS, number)) return number;
  return number === SIGWINCH && NODE_MAJOR >= 24 ? number : 9;
}

/**
 * Refuses what the addon for Windows cannot do, before anything is started. Other options that need
 * Linux were refused when they were read.
 *
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM`
 */
export function refuseOnWindows({ deathSignal, contained }: SpawnRequest): void {
  if (platform !== 'win32') return;
  const name = deathSignal === 0 ? 'contain' : 'deathSignal';
  if (deathSignal !== 0 || contained) throw optionUnavailable(name, 'on win32: it needs Linux');
}
