import type { Preload } from './preload-arguments';
import { PRELOAD_OPTIONS } from './preload-options';

/**
 * Writes a preload into arguments as `--require` with its absolute path, where it stands by its
 * name or by that path.
 *
 * Each start with a preload does this, so it does what is simple only.
 *
 * @param args - `process.execArgv`, or the words of `NODE_OPTIONS`; the list is changed
 * @param preload - the preload
 * @param inOneWord - whether `--require=…` is written so, too: not in a worker, for which that is
 *   the argument which its program must not see (`hiddenArgument()`)
 * @returns whether it is mentioned in another way, too
 */
export function writePath(args: string[], { specifier, path }: Preload, inOneWord: boolean): boolean {
  let isUnusual = false;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] as string;
    if ((argument === specifier || argument === path) && PRELOAD_OPTIONS.includes(args[index - 1] as string)) {
      args[index - 1] = '--require';
      args[index] = path;
    } else if (argument.includes(specifier) || argument.includes(path)) {
      const [option, value] = argument.split('=', 2) as [string, string | undefined];
      // After `-r` an equals sign would be part of the name.
      if (inOneWord && (value === specifier || value === path) && option !== '-r' && PRELOAD_OPTIONS.includes(option)) {
        args.splice(index, 1, '--require', path);
      } else isUnusual = true;
    }
  }
  return isUnusual;
}
