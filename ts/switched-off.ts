import { environment } from './kept-process';
import { apply, includes } from './realm/kept-functions';

/**
 * What is between the commas of `RT_STD_DISABLE`, an environment variable: names of fast paths to
 * turn off, or `all`. Spaces do not count.
 */
export function disabledNames(): string[] {
  const { RT_STD_DISABLE: text = '' } = environment;
  const names: string[] = [];
  let name = '';
  for (let index = 0; index <= text.length; index++) {
    const character = text[index] ?? ',';
    if (character === ',') {
      names[names.length] = name;
      name = '';
    } else if (character !== ' ') name += character;
  }
  return names;
}

/**
 * Whether a fast path is turned off now, for files that are loaded at each start: `fast-paths.ts`
 * also warns of unknown names, which is more to load, and too early in a preload.
 *
 * @param path - the name of the fast path
 */
export function isSwitchedOff(path: string): boolean {
  if (environment.RT_STD_DISABLE === undefined) return false;
  const names = disabledNames();
  return apply(includes, names, ['all']) || apply(includes, names, [path]);
}
