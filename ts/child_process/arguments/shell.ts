import { regExpExec } from '../../realm/primordials';

/** What is started when a shell runs a command. */
interface ShellCommand {
  readonly file: string;
  readonly args: string[];
  /** Whether the arguments are passed as they are, without quoting, on Windows. */
  readonly verbatim: boolean;
}

const CMD_EXE = /^(?:.*\\)?cmd(?:\.exe)?$/i;

/**
 * The shell and its arguments for a command line (docs/api/child_process.md, "exec").
 *
 * @param command - the command line
 * @param shell - `true` for the platform's shell, or the path of one
 * @param platform - `process.platform`
 * @param environment - where Windows names its shell, in `ComSpec`
 */
export function shellCommand(
  command: string,
  shell: string | true,
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): ShellCommand {
  if (platform !== 'win32') {
    const standard = platform === 'android' ? '/system/bin/sh' : '/bin/sh';
    return { file: shell === true ? standard : shell, args: ['-c', command], verbatim: false };
  }
  const file = shell === true ? environment.comspec || environment.ComSpec || 'cmd.exe' : shell;
  return regExpExec(CMD_EXE, file) !== null
    ? { file, args: ['/d', '/s', '/c', `"${command}"`], verbatim: true }
    : { file, args: ['-c', command], verbatim: false };
}
