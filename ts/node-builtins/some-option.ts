import { environment } from '../kept-process';
import { apply, textIndexOf, textSlice } from '../realm/kept-functions';
import { process } from '../realm/main-realm';

/**
 * Whether one of the words of the command line and of `NODE_OPTIONS` is such an option.
 *
 * @param isSuch - what to ask of each word
 */
export function someOption(isSuch: (word: string) => boolean): boolean {
  const { NODE_OPTIONS = '' } = environment;
  for (let index = 0; index < process.execArgv.length; index++) {
    if (isSuch(process.execArgv[index] as string)) return true;
  }
  for (let start = 0; start < NODE_OPTIONS.length; ) {
    const space = apply(textIndexOf, NODE_OPTIONS, [' ', start]);
    const end = space === -1 ? NODE_OPTIONS.length : space;
    if (isSuch(apply(textSlice, NODE_OPTIONS, [start, end]))) return true;
    start = end + 1;
  }
  return false;
}
