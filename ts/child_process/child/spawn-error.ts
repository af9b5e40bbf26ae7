import { type SystemError, systemError } from '../../errors';
import { arrayIncludes, arraySlice } from '../../primordials';

/** Failures of the working directory that look like failures of the command. */
const CAN_MEAN_THE_COMMAND = ['ENOENT', 'EACCES'];

/**
 * The error of a process that failed, with what was to be started. It says when it was the working
 * directory that could not be entered.
 *
 * @param errno - the negative error number
 * @param syscall - what was called, such as `spawn ls`
 * @param file - the program, if one was named
 * @param args - its arguments, `argv[0]` first
 * @param failedDirectory - the working directory, where that was what failed
 */
export function spawnError(
  errno: number,
  syscall: string,
  file: string | null,
  args: readonly string[],
  failedDirectory: string | undefined,
): SystemError {
  const error = systemError(errno, syscall);
  if (file) error.path = file;
  error.spawnargs = arraySlice(args, 1);
  if (failedDirectory !== undefined && arrayIncludes(CAN_MEAN_THE_COMMAND, error.code)) {
    error.cwd = failedDirectory;
    error.message += `: cannot enter the working directory '${failedDirectory}'`;
  }
  return error;
}
