import type {
  ExecException as NodesExecException,
  ExecFileException as NodesExecFileException,
} from 'node:child_process';
import type { ResourceUsage } from './resource-usage';

/** What Node's errors of `exec()` and `execFile()` lack. */
interface ExecExceptionAdditions {
  /** `true` when `SIGKILL` had to follow: see the option `forceKillAfterDelay`. */
  isForcefullyTerminated?: boolean;
  /** `true` when the option `closeGrace` ended streams that a descendant still held. */
  outputCut?: boolean;
  /** What the command has used, in the promisified form; not enumerable. */
  resourceUsage?: ResourceUsage;
}

/** What only some versions of `@types/node` declare. */
interface Outputs {
  /** The standard output, in the promisified form. */
  stdout?: string | Buffer;
  /** The standard error, in the promisified form. */
  stderr?: string | Buffer;
}

/**
 * What a command that failed leaves in the callback's first argument: `cmd`, `code`, `killed`,
 * `signal` and, in the promisified form, `stdout` and `stderr`, as the `@types/node` of the program
 * declares them.
 */
export interface ExecException
  extends NodesExecException,
    ExecExceptionAdditions,
    Omit<Outputs, keyof NodesExecException> {}

/**
 * The same of `execFile()`; with the members of a system's error when the program could not be
 * started.
 */
export interface ExecFileException
  extends NodesExecFileException,
    ExecExceptionAdditions,
    Omit<Outputs, keyof NodesExecFileException> {}

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
