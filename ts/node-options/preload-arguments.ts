import { arrayIncludes, stringIndexOf, stringSlice, stringStartsWith } from '../realm/primordials';
import { PRELOAD_OPTIONS } from './preload-options';

/** A module that is loaded before the program. */
export interface Preload {
  /** What a person writes: `rt-std/override`. */
  readonly specifier: string;
  /** The absolute path of the file that this stands for. */
  readonly path: string;
}

/**
 * Arguments with every mention of a preload by its name replaced by its absolute path: a name is
 * looked up from the working directory, and a child may have another one. `--import` becomes
 * `--require`: the file is CommonJS, and `--import` comes too late for what a child's channel has
 * received on Node 20.
 *
 * @param leftOut - an argument to leave out
 */
export function withAbsolutePath(args: readonly string[], preload: Preload, leftOut?: string): string[] {
  const result: string[] = [];
  for (let index = 0; index < args.length; index++) {
    if (args[index] === leftOut) continue;
    const { option, value } = splitOption(args[index] ?? '', args[index + 1]);
    if (arrayIncludes(PRELOAD_OPTIONS, option) && (value === preload.specifier || value === preload.path)) {
      if (option === args[index]) index++;
      result[result.length] = '--require';
      result[result.length] = preload.path;
    } else {
      result[result.length] = args[index] ?? '';
    }
  }
  return result;
}

/**
 * The argument that loads a preload without the program's knowledge: in one word, as
 * {@link withAbsolutePath} never writes it.
 */
export function hiddenArgument({ path }: Preload): string {
  return `--require=${path}`;
}

/** Whether arguments load the preload by its absolute path. */
export function loads(args: readonly string[], preload: Preload): boolean {
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] as unknown;
    // As Node does, `fork()` takes anything for an argument.
    if (typeof argument !== 'string') continue;
    const { option, value } = splitOption(argument, args[index + 1]);
    if (arrayIncludes(PRELOAD_OPTIONS, option) && value === preload.path) return true;
  }
  return false;
}

function splitOption(argument: string, next: string | undefined): { option: string; value: string | undefined } {
  const equals = stringStartsWith(argument, '--') ? stringIndexOf(argument, '=') : -1;
  if (equals === -1) return { option: argument, value: next };
  return { option: stringSlice(argument, 0, equals), value: stringSlice(argument, equals + 1) };
}
