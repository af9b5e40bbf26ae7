import { invalidArgumentType, invalidArgumentValue } from '../../errors';
import { platform } from '../../kept-process';
import { NODE_MAJOR } from '../../node-version';
import { process } from '../../realm/main-realm';
import { arrayAppend, arrayJoin, arraySlice, assign, isArray } from '../../realm/primordials';
import type { NormalizedOptions, ProcessOptions } from '../types/options';
import { closeGrace, deathSignal, forceKillDelay } from './ending-options';
import { provideEnvironment } from './environment';
import { leaveOwnOptionsOut } from './own-options';
import { readSetup } from './setup-options';
import { shellCommand } from './shell';
import { readTerminal } from './terminal';
import {
  refuseNull,
  refuseNullInEach,
  toPath,
  validateArgv0,
  validateObject,
  validateOptionalBoolean,
  validateString,
} from './validate';
import { validateIdentity } from './validate-number';

interface StartOptions extends ProcessOptions {
  argv0?: string | undefined;
  detached?: boolean | undefined;
}

/**
 * Turns the arguments of `spawn()` and `spawnSync()` into the options of
 * `ChildProcess.prototype.spawn`, in a copy.
 *
 * @param file - the command
 * @param args - its arguments, or the options when there are none
 * @param options - the options
 * @param areSeen - whether a program may see the result, or a channel adds to its environment
 * @param asNode - whether only Node's options are read
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, in the order in which Node checks
 */
export function normalizeSpawn<Options extends StartOptions>(
  file: unknown,
  args: unknown,
  options: Options | undefined,
  areSeen: (options: Options) => boolean,
  asNode: boolean,
): Options & NormalizedOptions {
  validateString(file, 'file');
  refuseNull(file, 'file');
  if (file.length === 0) throw invalidArgumentValue('file', file, 'cannot be empty');

  const given = separate(args, options);
  refuseNullInEach(given.args, 'args');
  if (given.options !== undefined) validateObject(given.options, 'options');
  const normalized = { __proto__: null, ...(given.options as Options) } as unknown as Options & NormalizedOptions;
  if (asNode) leaveOwnOptionsOut(normalized);
  validateOptions(normalized);

  const verbatim = normalized.windowsVerbatimArguments ?? normalized.winVerbatimArguments;
  const command = chooseProgram(file, given.args, normalized.shell);
  // In Node's order, which shows where options are printed.
  normalized.args = arrayAppend([typeof normalized.argv0 === 'string' ? normalized.argv0 : command.file], command.args);
  if (!('cwd' in normalized)) normalized.cwd = undefined;
  normalized.detached = Boolean(normalized.detached);
  provideEnvironment(normalized, areSeen(normalized));
  normalized.file = command.file;
  normalized.windowsHide = Boolean(normalized.windowsHide ?? normalized.winHide);
  normalized.windowsVerbatimArguments = command.verbatim || Boolean(verbatim);
  return normalized;
}

function separate(args: unknown, options: unknown): { args: string[]; options: unknown } {
  // A copy: a getter of the list might give the child something else than what was checked.
  if (isArray(args)) return { args: arraySlice(args as string[]), options };
  if (args == null) return { args: [], options };
  if (typeof args !== 'object') throw invalidArgumentType('args', 'object', args);
  return { args: [], options: args };
}

function validateOptions(options: StartOptions): void {
  if (options.cwd != null) options.cwd = toPath(options.cwd, 'options.cwd');
  validateOptionalBoolean(options.detached, 'options.detached');
  validateIdentity(options.uid, 'options.uid');
  validateIdentity(options.gid, 'options.gid');
  const { shell, argv0 } = options;
  if (shell != null && typeof shell !== 'boolean' && typeof shell !== 'string') {
    throw invalidArgumentType('options.shell', ['boolean', 'string'], shell);
  }
  validateArgv0(argv0);
  validateOptionalBoolean(options.windowsHide, 'options.windowsHide');
  validateOptionalBoolean(options.winHide, 'options.winHide');
  validateOptionalBoolean(options.windowsVerbatimArguments, 'options.windowsVerbatimArguments');
  validateOptionalBoolean(options.winVerbatimArguments, 'options.winVerbatimArguments');
  forceKillDelay(options.forceKillAfterDelay);
  closeGrace(options.closeGrace);
  deathSignal(options.deathSignal);
  validateOptionalBoolean(options.contain, 'options.contain');
  const terminal = readTerminal(options.terminal, platform);
  if (terminal !== undefined) options.terminal = terminal;
  // In place of the program's own lists, which may be others the next time.
  const setup = readSetup(options, platform);
  if (setup !== undefined) assign(options, setup);
}

function chooseProgram(file: string, args: string[], shell: boolean | string | undefined) {
  if (!shell) return { file, args, verbatim: false };
  refuseNull(shell, 'options.shell');
  if (args.length > 0) warnOfArguments();
  return shellCommand(arrayJoin(arrayAppend([file], args), ' '), shell, process.platform, process.env);
}

let hasWarned = NODE_MAJOR < 24;

/** DEP0190 (Node documentation, "Deprecated APIs"): once, and from Node 24 on. */
function warnOfArguments(): void {
  if (hasWarned) return;
  const text =
    'Passing args to a child process with shell option true can lead to security vulnerabilities, as the arguments are not escaped, only concatenated.';
  process.emitWarning(text, 'DeprecationWarning', 'DEP0190');
  hasWarned = true;
}
