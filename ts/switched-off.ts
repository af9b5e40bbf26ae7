import { environment } from './kept-process';
import { apply, regExpExec } from './realm/kept-functions';

/**
 * Whether a fast path is turned off, for files that are loaded at each start: `ts/fast-paths.ts`
 * also warns of unknown names, which is more to load, and too early in a preload.
 *
 * @param names - matches the name of the fast path, and `all`
 */
export function isSwitchedOff(names: RegExp): boolean {
  const { RT_STD_DISABLE } = environment;
  return RT_STD_DISABLE !== undefined && apply(regExpExec, names, [RT_STD_DISABLE]) !== null;
}
