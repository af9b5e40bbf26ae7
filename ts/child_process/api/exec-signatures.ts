import type { ChildProcess } from '../child/child-process';
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
  <Failure extends Error = ExecException>(command: string, callback?: ExecCallback<string, Failure>): ChildProcess;
  <Failure extends Error = ExecException>(
    command: string,
    options: ExecOptionsWithBufferEncoding,
    callback?: ExecCallback<OutputBytes, Failure>,
  ): ChildProcess;
  <Failure extends Error = ExecException>(
    command: string,
    options: ExecOptionsWithStringEncoding | null | undefined,
    callback?: ExecCallback<string, Failure>,
  ): ChildProcess;
  <Failure extends Error = ExecException>(
    command: string,
    options: ExecOptions | null | undefined,
    callback?: ExecCallback<string | OutputBytes, Failure>,
  ): ChildProcess;
  /** For types only: what `util.promisify(exec)` gives. */
  readonly __promisify__: ExecPromised;
}

/** The promised form of `exec()`. */
export interface ExecPromised {
  /**
   * @throws at the call as `exec()`; the promise is rejected with the callback's error, which then
   * has `stdout` and `stderr`
   */
  (command: string): PromiseWithChild<Outputs<string>>;
  (command: string, options: ExecOptionsWithBufferEncoding): PromiseWithChild<Outputs<OutputBytes>>;
  (command: string, options: ExecOptionsWithStringEncoding | null | undefined): PromiseWithChild<Outputs<string>>;
  (command: string, options: ExecOptions | null | undefined): PromiseWithChild<Outputs<string | OutputBytes>>;
}
