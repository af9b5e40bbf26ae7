import { nodeError } from '../../errors';
import { platform } from '../../kept-process';
import { process } from '../../realm/main-realm';
import { arrayFilter, arrayIncludes, assign, create, isArray } from '../../realm/primordials';
import { leaveOwnOptionsOut } from '../arguments/own-options';
import { refuseNull, refuseNullInEach, toPath, validateArray, validateObject } from '../arguments/validate';
import { stdioStringToArray } from '../stdio/shorthand';
import type { SpawnedChildProcess } from '../types/child-process';
import type { SpawnOptions } from '../types/options';
import type { StdioEntry } from '../types/stdio';
import { environmentOfFork } from './fork-environment';
import type { Fork, ForkOptions } from './fork-signatures';
import { runCommand } from './run-command';
import { spawn } from './spawn';

/**
 * Makes the function that starts a new runtime process with a channel: see {@link Fork}.
 *
 * @param asNode - whether it reads no other options than Node's
 */
function forkOf(asNode: boolean): Fork {
  return function fork(
    modulePath: string | URL,
    args: readonly string[] | ForkOptions | null = [],
    options?: ForkOptions,
  ): SpawnedChildProcess {
    const path = toPath(modulePath, 'modulePath');
    const given = separateArguments(args, options);
    if (asNode) leaveOwnOptionsOut(given.options);
    const { execPath = '' } = given.options;
    // Electron's, which is another program on macOS.
    const { helperExecPath } = process as { helperExecPath?: string };
    const executable = execPath || (platform === 'darwin' && helperExecPath) || process.execPath;
    refuseNull(executable, 'options.execPath');
    const executableArguments = given.options.execArgv || process.execArgv;
    refuseNullInEach(executableArguments, 'options.execArgv');
    const execArgv = withoutProgramText(executableArguments);

    // As in Node, anything that can be iterated may stand for the list.
    const words = [...runCommand(executable, execArgv), ...execArgv, path, ...given.args];

    const { stdio } = given.options;
    if (isArray(stdio) && !arrayIncludes(stdio, 'ipc')) {
      const text = "Forked processes must have an IPC channel, missing value 'ipc' in options.stdio";
      throw nodeError('Error', 'ERR_CHILD_PROCESS_IPC_REQUIRED', text);
    }
    const spawnOptions: SpawnOptions & { execPath: string } = assign(create(null), given.options, {
      shell: false,
      execPath: executable,
      stdio: isArray(stdio) ? stdio : forkedStdio(stdio, given.options),
    });
    const { env } = given.options;
    const withPreload = environmentOfFork(executableArguments, env);
    // Whoever has patched `ChildProcess.prototype.spawn` sees what was given, and no more.
    if (withPreload != null && withPreload !== env) spawnOptions.env = withPreload;
    return spawn(executable, words, spawnOptions);
  } as Fork;
}

const own = forkOf(false);
const asNode = forkOf(true);

export { asNode as forkAsNode, own as fork };

function separateArguments(args: unknown, options: unknown): { args: readonly string[]; options: ForkOptions } {
  let list: unknown = args;
  let settings = options;
  if (args == null) {
    list = [];
  } else if (typeof args === 'object' && !isArray(args)) {
    list = [];
    settings = args;
  }
  validateArray(list, 'args');
  if (settings != null) validateObject(settings, 'options');
  // Without a prototype: what a program puts on Object.prototype is no option.
  return { args: list as string[], options: assign(create(null), settings) };
}

/** Beside a terminal, the first three are left to that. */
function forkedStdio(stdio: unknown, { silent, terminal }: ForkOptions): StdioEntry[] {
  if (terminal != null && stdio == null) return [undefined, undefined, undefined, 'ipc'];
  return stdioStringToArray(shorthand(stdio, silent), 'ipc');
}

function shorthand(stdio: unknown, silent: boolean | undefined): string {
  if (typeof stdio === 'string') return stdio;
  return silent ? 'pipe' : 'inherit';
}

/** A program that was given by `-e` and forks would fork itself, and so on without end. */
function withoutProgramText(execArgv: readonly string[]): readonly string[] {
  const { _eval: programText } = process as { _eval?: string | null };
  if (execArgv !== process.execArgv || programText == null) return execArgv;
  let index = execArgv.length - 1;
  while (index > 0 && execArgv[index] !== programText) index -= 1;
  if (index <= 0) return execArgv;
  return arrayFilter(execArgv, (_, position) => position !== index && position !== index - 1);
}
