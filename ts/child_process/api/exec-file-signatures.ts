import type { Accepted } from '../types/accepted-options';
import type { ChildProcess, SpawnedChildProcess } from '../types/child-process';
import type { ExecCallback, ExecFileException } from '../types/exec-callback';
import type { ExecFileOptions } from '../types/options';
import type { OutputBytes } from '../types/output-bytes';
import type { Outputs, PromiseWithChild } from './promised-output';

/** Options of `execFile()` by which the output is text. */
export interface ExecFileOptionsWithStringEncoding extends ExecFileOptions {
  /** The encoding of the output. Default: `'utf8'`. */
  encoding?: BufferEncoding | undefined;
}

/** Options of `execFile()` by which the output is bytes. */
export interface ExecFileOptionsWithBufferEncoding extends ExecFileOptions {
  /** Gives Buffers. */
  encoding: 'buffer' | null;
}

type Arguments = readonly string[] | null | undefined;
type Callback<Output extends string | Buffer, Failure extends Error> = ExecCallback<Output, Failure> | null | undefined;

/** The calls of `execFile()`: the `encoding` option decides whether the output is text or bytes. */
export interface ExecFile {
  /**
   * Runs a program without a shell and collects its output.
   *
   * @param file - the program
   * @param args - its arguments
   * @param options - see {@link ExecFileOptions}
   * @param callback - called once, when the program has ended and its streams are closed
   * @throws as `spawn()`
   */
  <Failure extends Error = ExecFileException>(file: string, callback?: Callback<string, Failure>): SpawnedChildProcess;
  /** Runs a program with arguments without a shell and collects its output as text. */
  <Failure extends Error = ExecFileException>(
    file: string,
    args: Arguments,
    callback?: Callback<string, Failure>,
  ): SpawnedChildProcess;
  /** Runs a program without a shell and collects its output as bytes. */
  <Failure extends Error = ExecFileException>(
    file: string,
    options: Accepted<ExecFileOptionsWithBufferEncoding>,
    callback?: Callback<OutputBytes, Failure>,
  ): SpawnedChildProcess;
  /** Runs a program with arguments without a shell and collects its output as bytes. */
  <Failure extends Error = ExecFileException>(
    file: string,
    args: Arguments,
    options: Accepted<ExecFileOptionsWithBufferEncoding>,
    callback?: Callback<OutputBytes, Failure>,
  ): SpawnedChildProcess;
  /** Runs a program without a shell and collects its output as text. */
  <Failure extends Error = ExecFileException>(
    file: string,
    options: Accepted<ExecFileOptionsWithStringEncoding>,
    callback?: Callback<string, Failure>,
  ): SpawnedChildProcess;
  /** Runs a program with arguments without a shell and collects its output as text. */
  <Failure extends Error = ExecFileException>(
    file: string,
    args: Arguments,
    options: Accepted<ExecFileOptionsWithStringEncoding> | null | undefined,
    callback?: Callback<string, Failure>,
  ): SpawnedChildProcess;
  /**
   * Runs a program without a shell and collects its output as text or bytes, as `encoding` says
   * when it runs.
   */
  <Failure extends Error = ExecFileException>(
    file: string,
    options: Accepted<ExecFileOptions> | null | undefined,
    callback?: Callback<string | OutputBytes, Failure>,
  ): SpawnedChildProcess;
  /**
   * Runs a program with arguments without a shell and collects its output as text or bytes, as
   * `encoding` says when it runs.
   */
  <Failure extends Error = ExecFileException>(
    file: string,
    args: Arguments,
    options: Accepted<ExecFileOptions> | null | undefined,
    callback?: Callback<string | OutputBytes, Failure>,
  ): SpawnedChildProcess;
  /**
   * The same, for mocks: their result is inferred from the last signature, and may be any child. A
   * call gets the result above.
   */
  <Failure extends Error = ExecFileException>(
    file: string,
    args: Arguments,
    options: Accepted<ExecFileOptions> | null | undefined,
    callback?: Callback<string | OutputBytes, Failure>,
  ): ChildProcess;
  /** For types only: what `util.promisify(execFile)` gives. */
  readonly __promisify__: ExecFilePromised;
}

/** The promised form of `execFile()`. */
export interface ExecFilePromised {
  /**
   * Runs a program without a shell; resolves with its output as text.
   *
   * @throws at the call as `execFile()`; the promise is rejected with the callback's error, which
   * then has `stdout` and `stderr`
   */
  (file: string, args?: Arguments): PromiseWithChild<Outputs<string>>;
  /** Runs a program without a shell; resolves with its output as bytes. */
  (file: string, options: Accepted<ExecFileOptionsWithBufferEncoding>): PromiseWithChild<Outputs<OutputBytes>>;
  /** Runs a program with arguments without a shell; resolves with its output as bytes. */
  (
    file: string,
    args: Arguments,
    options: Accepted<ExecFileOptionsWithBufferEncoding>,
  ): PromiseWithChild<Outputs<OutputBytes>>;
  /** Runs a program without a shell; resolves with its output as text. */
  (file: string, options: Accepted<ExecFileOptionsWithStringEncoding>): PromiseWithChild<Outputs<string>>;
  /** Runs a program with arguments without a shell; resolves with its output as text. */
  (
    file: string,
    args: Arguments,
    options: Accepted<ExecFileOptionsWithStringEncoding> | null | undefined,
  ): PromiseWithChild<Outputs<string>>;
  /**
   * Runs a program without a shell; resolves with its output as text or bytes, as `encoding` says
   * when it runs.
   */
  (
    file: string,
    options: Accepted<ExecFileOptions> | null | undefined,
  ): PromiseWithChild<Outputs<string | OutputBytes>>;
  /**
   * Runs a program with arguments without a shell; resolves with its output as text or bytes, as
   * `encoding` says when it runs.
   */
  (
    file: string,
    args: Arguments,
    options: Accepted<ExecFileOptions> | null | undefined,
  ): PromiseWithChild<Outputs<string | OutputBytes>>;
}
