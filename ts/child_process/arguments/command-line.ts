import { arrayJoin, arrayMap, regExpExec } from '../../realm/primordials';

const NEEDS_MARKS = /[ \t"]/;
/** Windows ignores dots and spaces behind an extension: as Node does, those of C's `isspace()`. */
const BATCH_FILE = /\.(?:bat|cmd)[. \t\n\v\f\r]*$/i;

/**
 * The arguments as the platform takes them: a list, or on Windows one command line, which the
 * program takes apart by the rules of Microsoft's C library ("Parsing C command-line arguments").
 *
 * @param args - the arguments, `argv[0]` first
 * @param verbatim - whether they are put into the command line as they are
 * (`windowsVerbatimArguments`)
 * @param platform - `process.platform`
 */
export function platformArguments(
  args: readonly string[],
  verbatim: boolean,
  platform: NodeJS.Platform,
): readonly string[] {
  if (platform !== 'win32') return args;
  return [arrayJoin(verbatim ? args : arrayMap(args, quoteForWindows), ' ')];
}

/**
 * One argument of a Windows command line, in quotation marks where it needs them. In there, a
 * quotation mark gets a backslash before it; and backslashes are doubled where a quotation mark
 * follows them, that which ends the argument included.
 */
export function quoteForWindows(argument: string): string {
  if (argument !== '' && regExpExec(NEEDS_MARKS, argument) === null) return argument;
  let quoted = '"';
  let backslashes = '';
  for (let index = 0; index < argument.length; index++) {
    const character = argument[index] as string;
    if (character === '\\') {
      backslashes += character;
      continue;
    }
    quoted += character === '"' ? `${backslashes}${backslashes}\\"` : backslashes + character;
    backslashes = '';
  }
  return `${quoted}${backslashes}${backslashes}"`;
}

/**
 * Whether Windows would give the file to `cmd.exe`, for which no quoting of arguments is safe:
 * batch files are refused with `EINVAL`, except through a shell.
 *
 * @param file - the program
 * @param platform - `process.platform`
 */
export function isBatchFile(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && regExpExec(BATCH_FILE, file) !== null;
}
