import { apply, regExpExec } from './kept-functions';
import { process } from './main-realm';

/**
 * Whether a fast path of a preload is turned off. `ts/fast-paths.ts` warns of unknown names, which
 * is too early in a preload, and would be more to load at each start.
 *
 * @param names - matches the name of the fast path, and `all`
 */
export function isSwitchedOff(names: RegExp): boolean {
  const { RT_STD_DISABLE } = process.env;
  return RT_STD_DISABLE !== undefined && apply(regExpExec, names, [RT_STD_DISABLE]) !== null;
}
