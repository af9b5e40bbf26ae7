import { arrayJoin, arrayMap } from '../../primordials';

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
  if (argument !== '' && !/[ \t"]/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)("|$)/g, (_, backslashes: string, mark: string) => backslashes + backslashes + (mark && '\\"'))}"`;
}

/**
 * Whether Windows would give the file to `cmd.exe`, for which no quoting of arguments is safe:
 * batch files are refused with `EINVAL`, except through a shell.
 *
 * @param file - the program; Windows ignores dots and spaces behind an extension
 * @param platform - `process.platform`
 */
export function isBatchFile(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && /\.(?:bat|cmd)[.\s]*$/i.test(file);
}
