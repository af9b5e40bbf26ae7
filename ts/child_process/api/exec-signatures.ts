import type { Accepted } from '../types/accepted-options';
import type { ChildProcess, SpawnedChildProcess } from '../types/child-process';
import type { ExecCallback, ExecException } from '../types/exec-callback';
import type { ExecOptions } from '../types/options';
import type { OutputBytes } from '../types/output-bytes';
import type { Outputs, PromiseWithChild } from './promised-output';

/** Options of `exec()` by which the output is text. */
export interface ExecOptionsWithStringEncoding extends ExecOptions {
  /** The encoding of the output. Default: `'utf8'`. */
  encoding?: BufferEncoding | undefined;
}

/** Options of `exec()` by which the output is bytes. */
export interface ExecOptionsWithBufferEncoding extends ExecOptions {
  /** Gives Buffers. */
  encoding: 'buffer' | null;
}

/** The calls of `exec()`: the `encoding` option decides whether the output is text or bytes. */
export interface Exec {
  /**
   * Runs a command line in a shell and collects its output. Never pass unsanitized input.
   *
   * @param command - the command line
   * @param options - see {@link ExecOptions}
   * @param callback - called once, when the command has ended and its streams are closed
   * @throws as `spawn()`
   */
  <Failure extends Error = ExecException>(
    command: string,
    callback?: ExecCallback<string, Failure>,
  ): SpawnedChildProcess;
  /**
   * Runs a command line in a shell and collects its output as bytes. Never pass unsanitized input.
   */
  <Failure extends Error = ExecException>(
    command: string,
    options: Accepted<ExecOptionsWithBufferEncoding>,
    callback?: ExecCallback<OutputBytes, Failure>,
  ): SpawnedChildProcess;
  /**
   * Runs a command line in a shell and collects its output as text. Never pass unsanitized input.
   */
  <Failure extends Error = ExecException>(
    command: string,
    options: Accepted<ExecOptionsWithStringEncoding> | null | undefined,
    callback?: ExecCallback<string, Failure>,
  ): SpawnedChildProcess;
  /**
   * Runs a command line in a shell and collects its output as text or bytes, as `encoding` says
   * when it runs. Never pass unsanitized input.
   */
  <Failure extends Error = ExecException>(
    command: string,
    options: Accepted<ExecOptions> | null | undefined,
    callback?: ExecCallback<string | OutputBytes, Failure>,
  ): SpawnedChildProcess;
  /**
   * The same, for mocks: their result is inferred from the last signature, and may be any child. A
   * call gets the result above.
   */
  <Failure extends Error = ExecException>(
    command: string,
    options: Accepted<ExecOptions> | null | undefined,
    callback?: ExecCallback<string | OutputBytes, Failure>,
  ): ChildProcess;
  /** For types only: what `util.promisify(exec)` gives. */
  readonly __promisify__: ExecPromised;
}

/** The promised form of `exec()`. */
export interface ExecPromised {
  /**
   * Runs a command line in a shell; resolves with its output as text.
   *
   * @throws at the call as `exec()`; the promise is rejected with the callback's error, which then
   * has `stdout` and `stderr`
   */
  (command: string): PromiseWithChild<Outputs<string>>;
  /** Runs a command line in a shell; resolves with its output as bytes. */
  (command: string, options: Accepted<ExecOptionsWithBufferEncoding>): PromiseWithChild<Outputs<OutputBytes>>;
  /** Runs a command line in a shell; resolves with its output as text. */
  (
    command: string,
    options: Accepted<ExecOptionsWithStringEncoding> | null | undefined,
  ): PromiseWithChild<Outputs<string>>;
  /**
   * Runs a command line in a shell; resolves with its output as text or bytes, as `encoding` says
   * when it runs.
   */
  (command: string, options: Accepted<ExecOptions> | null | undefined): PromiseWithChild<Outputs<string | OutputBytes>>;
}
