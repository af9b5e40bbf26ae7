import type { AcceptedWithStdio } from '../types/accepted-options';
import type { SpawnSyncOptions } from '../types/options';
import type { OutputBytes } from '../types/output-bytes';
import type { SpawnSyncOptionsWithBufferEncoding, SpawnSyncOptionsWithStringEncoding } from './spawn-sync-signatures';

/** Options of `execSync()`. */
export interface ExecSyncOptions extends Omit<SpawnSyncOptions, 'shell' | 'argv0'> {
  /** The path of the shell. Default: `'/bin/sh'`; on Windows `process.env.ComSpec`. */
  shell?: string | undefined;
}

/** Options of `execSync()` by which the output is text. */
export interface ExecSyncOptionsWithStringEncoding extends ExecSyncOptions {
  /** The encoding of the output. */
  encoding: BufferEncoding;
}

/** Options of `execSync()` by which the output is bytes. */
export interface ExecSyncOptionsWithBufferEncoding extends ExecSyncOptions {
  /** Gives Buffers. Default: `'buffer'`. */
  encoding?: 'buffer' | null | undefined;
}

/** Options of `execFileSync()`. */
export type ExecFileSyncOptions = SpawnSyncOptions;
/** Options of `execFileSync()` by which the output is text. */
export type ExecFileSyncOptionsWithStringEncoding = SpawnSyncOptionsWithStringEncoding;
/** Options of `execFileSync()` by which the output is bytes. */
export type ExecFileSyncOptionsWithBufferEncoding = SpawnSyncOptionsWithBufferEncoding;

/** The calls of `execFileSync()`. */
export interface ExecFileSync {
  /**
   * Runs a program, blocking the event loop, and returns its standard output. Its standard error
   * goes to this process's, unless `stdio` is given.
   *
   * @param file - the program
   * @param args - its arguments
   * @param options - see {@link SpawnSyncOptions}
   * @throws an error that holds the whole result of `spawnSync()`, when the program could not be
   * started, was ended by a limit or a signal, or exited with another code than 0; arguments as
   * `spawn()`
   */
  (file: string, args?: readonly string[] | null): OutputBytes;
  /**
   * Runs a program with arguments, blocking the event loop, and returns its standard output as
   * text.
   */
  (
    file: string,
    args: readonly string[] | null | undefined,
    options: AcceptedWithStdio<ExecFileSyncOptionsWithStringEncoding>,
  ): string;
  /**
   * Runs a program with arguments, blocking the event loop, and returns its standard output as
   * bytes.
   */
  (
    file: string,
    args: readonly string[] | null | undefined,
    options?: AcceptedWithStdio<ExecFileSyncOptionsWithBufferEncoding>,
  ): OutputBytes;
  /**
   * Runs a program with arguments, blocking the event loop, and returns its standard output as text
   * or bytes, as `encoding` says when it runs.
   */
  (
    file: string,
    args: readonly string[] | null | undefined,
    options?: AcceptedWithStdio<SpawnSyncOptions>,
  ): string | OutputBytes;
  /** Runs a program, blocking the event loop, and returns its standard output as text. */
  (file: string, options: AcceptedWithStdio<ExecFileSyncOptionsWithStringEncoding>): string;
  /** Runs a program, blocking the event loop, and returns its standard output as bytes. */
  (file: string, options?: AcceptedWithStdio<ExecFileSyncOptionsWithBufferEncoding>): OutputBytes;
  /**
   * Runs a program, blocking the event loop, and returns its standard output as text or bytes, as
   * `encoding` says when it runs.
   */
  (file: string, options?: AcceptedWithStdio<SpawnSyncOptions>): string | OutputBytes;
}

/** The calls of `execSync()`. */
export interface ExecSync {
  /**
   * Runs a command line in a shell, blocking the event loop, and returns its standard output. Never
   * pass unsanitized input.
   *
   * @param command - the command line
   * @param options - see {@link ExecSyncOptions}
   * @throws as `execFileSync()`
   */
  (command: string): OutputBytes;
  /**
   * Runs a command line in a shell, blocking the event loop, and returns its standard output as
   * text.
   */
  (command: string, options: AcceptedWithStdio<ExecSyncOptionsWithStringEncoding>): string;
  /**
   * Runs a command line in a shell, blocking the event loop, and returns its standard output as
   * bytes.
   */
  (command: string, options?: AcceptedWithStdio<ExecSyncOptionsWithBufferEncoding>): OutputBytes;
  /**
   * Runs a command line in a shell, blocking the event loop, and returns its standard output as
   * bytes.
   */
  (command: string, options?: AcceptedWithStdio<ExecSyncOptions>): string | OutputBytes;
}
