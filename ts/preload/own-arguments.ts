import type { Preload } from './arguments';
import { PRELOAD_OPTIONS } from './preload-options';

/**
 * Writes the absolute path of a preload into `process.execArgv` where it stands by its name.
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
    if (argument === path && execArgv[index - 1] === '--require') continue;
    if (argument === specifier && PRELOAD_OPTIONS.includes(execArgv[index - 1] as string)) {
      execArgv[index - 1] = '--require';
      execArgv[index] = path;
    } else if (argument.includes(specifier) || argument.includes(path)) isUnusual = true;
  }
  return isUnusual;
}
