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
  /** The standard output, in the promisified form. */
  stdout?: string | Buffer;
  /** The standard error, in the promisified form. */
  stderr?: string | Buffer;
}

/** Receives the outcome of `exec()` and `execFile()`. */
export type ExecCallback<Output extends string | Buffer = string> = (
  error: ExecException | null,
  stdout: Output,
  stderr: Output,
) => void;
