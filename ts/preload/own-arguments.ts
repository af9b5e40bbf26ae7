import type { Preload } from '../node-options/preload-arguments';
import { PRELOAD_OPTIONS } from '../node-options/preload-options';

/**
 * Writes a preload into `process.execArgv` as `--require` with its absolute path, where it stands
 * by its name or by that path.
 *
 * Each start with a preload does this, so it does what is simple only.
 *
 * @param execArgv - the list, which is changed
 * @param preload - the preload
 * @returns whether it is mentioned in another way, too
 */
export function writePath(execArgv: string[], { specifier, path }: Preload): boolean {
  let isUnusual = false;
  for (let index = 0; index < execArgv.length; index++) {
    const argument = execArgv[index] as string;
    if ((argument === specifier || argument === path) && PRELOAD_OPTIONS.includes(execArgv[index - 1] as string)) {
      execArgv[index - 1] = '--require';
      execArgv[index] = path;
    } else if (argument.includes(specifier) || argument.includes(path)) isUnusual = true;
  }
  return isUnusual;
}
