import { getSystemErrorName } from 'node:util';
import { assign, captureStackTrace, PlainError } from '../realm/primordials';

/**
 * A system call's failure, as Node reports it (Node documentation, "Errors", class `SystemError`).
 */
export interface SystemError extends Error {
  /** The kernel's error number, negative. */
  errno: number;
  /** Its name, such as `ENOENT`. */
  code: string;
  /** What was called, such as `spawn ls`. */
  syscall: string;
  /** The program that was to be started. */
  path?: string;
  /** Its arguments, without its name. */
  spawnargs?: string[];
  /** The working directory, where that was what could not be entered. */
  cwd?: string;
  /** The option that could not be carried out, where that was what failed: `limits.openFiles`. */
  step?: string;
}

/**
 * Makes the error of a system call: `spawn ls ENOENT`.
 *
 * @param errno - the negative error number
 * @param syscall - what was called
 */
export function systemError(errno: number, syscall: string): SystemError {
  // Deno's knows fewer numbers, and says nothing of the others.
  const code = getSystemErrorName(errno) ?? `Unknown system error ${errno}`;
  const error = new PlainError(`${syscall} ${code}`) as SystemError;
  captureStackTrace(error, systemError);
  return assign(error, { errno, code, syscall });
}
