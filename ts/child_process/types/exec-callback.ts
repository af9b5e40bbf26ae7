import type { ResourceUsage } from './resource-usage';

/** What a command that failed leaves in the callback's first argument. */
export interface ExecException extends Error {
  /** The command line. */
  cmd?: string;
  /** Whether this process ended the child. */
  killed?: boolean;
  /** The exit code, or the name of an error. */
  code?: number | string | null;
  /** The signal that ended the child. */
  signal?: NodeJS.Signals | null;
  /** `true` when `SIGKILL` had to follow: see the option `forceKillAfterDelay`. */
  isForcefullyTerminated?: boolean;
  /** `true` when the option `closeGrace` ended streams that a descendant still held. */
  outputCut?: boolean;
  /** What the command has used, in the promisified form; not enumerable. */
  resourceUsage?: ResourceUsage;
  /** The standard output, in the promisified form. */
  stdout?: string | Buffer;
  /** The standard error, in the promisified form. */
  stderr?: string | Buffer;
}

/**
 * The same of `execFile()`; with the members of a system's error when the program could not be
 * started.
 */
export interface ExecFileException extends ExecException, Omit<NodeJS.ErrnoException, 'code'> {}

/**
 * Receives the outcome of `exec()` and `execFile()`.
 *
 * @param error - `null` when the exit code was 0; a callback that expects more of it says so by
 * `Failure`
 */
export type ExecCallback<Output extends string | Buffer = string, Failure extends Error = ExecException> = (
  error: Failure | null,
  stdout: Output,
  stderr: Output,
) => void;
