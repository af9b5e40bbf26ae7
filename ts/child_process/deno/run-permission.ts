import { deno, hasWhole } from '../../node-builtins/deno-permissions';
import { process } from '../../realm/main-realm';
import {
  arrayMap,
  assign,
  keys,
  stringIncludes,
  stringIndexOf,
  stringSlice,
  stringStartsWith,
  stringToUpperCase,
} from '../../realm/primordials';

/** What is to be started, by the options of `ChildProcess.prototype.spawn`. */
export interface Start {
  readonly file: string;
  readonly cwd?: string | null | undefined;
  readonly envPairs?: readonly string[] | undefined;
}

/**
 * Deno's permission `run`: Deno itself asks about the processes that its own code starts, and an
 * addon's are not among them. Nobody is prompted.
 *
 * @throws `NotCapable`, as Deno's own `child_process` reports it, with the code of Node's
 * permission model, `ERR_ACCESS_DENIED`
 */
export function refuseProgram(start: Start): void {
  if (deno === undefined || hasWhole(deno, 'run')) return;
  const { file, cwd } = start;
  const pairs = start.envPairs ?? arrayMap(keys(process.env), (name) => `${name}=${process.env[name]}`);
  const variable = linkersVariable(pairs);
  if (variable !== undefined) {
    const text = `Requires --allow-run permissions to spawn subprocess with ${variable} environment variable`;
    throw refusal(`${text}. Alternatively, spawn with the environment variable unset.`, file);
  }
  const command = commandToAskFor(file, cwd, pairs);
  if (command === undefined || deno.permissions.querySync({ name: 'run', command }).state !== 'granted') {
    throw refusal(`Requires run access to "${file}", run again with the --allow-run flag`, file);
  }
}

/**
 * Deno's permission to send signals to any process: `run` for all programs.
 *
 * @throws as {@link refuseProgram}
 */
export function refuseSignals(): void {
  if (deno === undefined || hasWhole(deno, 'run')) return;
  throw refusal('Requires run access, run again with the --allow-run flag', '');
}

function refusal(text: string, resource: string): Error {
  const { NotCapable } = (deno as NonNullable<typeof deno>).errors;
  return assign(new NotCapable(text), { code: 'ERR_ACCESS_DENIED', permission: 'ChildProcess', resource });
}

/** By these, the dynamic linker runs other code in a program than the program's own. */
function linkersVariable(pairs: readonly string[]): string | undefined {
  for (let index = 0; index < pairs.length; index++) {
    const pair = pairs[index] as string;
    const end = stringIndexOf(pair, '=');
    const name = stringToUpperCase(stringSlice(pair, 0, end));
    const isLinkers = stringStartsWith(name, 'LD_') || stringStartsWith(name, 'DYLD_');
    if (isLinkers && end + 1 < pair.length) return stringSlice(pair, 0, end);
  }
  return undefined;
}

/**
 * What Deno is to be asked for. Deno looks a name up in this process's `PATH`: where the child's is
 * another one, or depends on the working directory, that would not be the program that is started.
 */
function commandToAskFor(file: string, cwd: unknown, pairs: readonly string[]): string | undefined {
  if (stringIncludes(file, '/')) return cwd && file[0] !== '/' ? `${cwd}/${file}` : file;
  const path = process.env.PATH;
  return path !== undefined && firstPath(pairs) === path && isAbsolute(path) ? file : undefined;
}

/** The first one counts, as for `getenv(3)`. */
function firstPath(pairs: readonly string[]): string | undefined {
  const start = 'PATH=';
  for (let index = 0; index < pairs.length; index++) {
    const pair = pairs[index] as string;
    if (stringStartsWith(pair, start)) return stringSlice(pair, start.length);
  }
  return undefined;
}

/** Whether all folders of a `PATH` are named from the root. */
function isAbsolute(path: string): boolean {
  for (let colon = -1; ; ) {
    if (path[colon + 1] !== '/') return false;
    colon = stringIndexOf(path, ':', colon + 1);
    if (colon === -1) return true;
  }
}
