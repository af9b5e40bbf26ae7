import { type SystemError, systemError } from '../../errors';
import { arrayIncludes, arraySlice } from '../../realm/primordials';
import type { FailedPart } from '../backend-types';

/** Failures of the working directory that look like failures of the command. */
const CAN_MEAN_THE_COMMAND = ['ENOENT', 'EACCES'];

/**
 * The error of a process that failed, with what was to be started. It says when it was the working
 * directory that could not be entered, or an option that could not be carried out.
 *
 * @param errno - the negative error number
 * @param syscall - what was called, such as `spawn ls`
 * @param file - the program, if one was named
 * @param args - its arguments, `argv[0]` first
 * @param failed - what failed, where that was not the program
 */
export function spawnError(
  errno: number,
  syscall: string,
  file: string | null,
  args: readonly string[],
  failed: FailedPart | undefined,
): SystemError {
  const error = systemError(errno, syscall);
  if (file) error.path = file;
  error.spawnargs = arraySlice(args, 1);
  if (failed === undefined) return error;
  const { directory, option } = failed;
  if (directory !== undefined && arrayIncludes(CAN_MEAN_THE_COMMAND, error.code)) {
    error.cwd = directory;
    error.message += `: cannot enter the working directory '${directory}'`;
  }
  if (option !== undefined) {
    error.step = option;
    error.message += `: cannot set ${option}`;
  }
  return error;
}
