import { defineProperty } from '../../define-property';
import { process } from '../../main-realm';
import { arrayAppend, arrayJoin, assign } from '../../primordials';
import { normalizeExec, normalizeExecFile } from '../arguments/normalize-exec';
import type { SpawnSyncOptions } from '../types/options';
import type { OutputBytes } from '../types/output-bytes';
import { spawnSync } from './spawn-sync';
import type {
  SpawnSyncOptionsWithBufferEncoding,
  SpawnSyncOptionsWithStringEncoding,
  SpawnSyncReturns,
} from './spawn-sync-signatures';

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

type Result = SpawnSyncReturns<string | OutputBytes>;

/**
 * Runs a program, blocking the event loop, and returns its standard output. Its standard error goes
 * to this process's, unless `stdio` is given.
 *
 * @param file - the program
 * @param args - its arguments
 * @param options - see {@link SpawnSyncOptions}
 * @throws an error that holds the whole result of `spawnSync()`, when the program could not be
 * started, was ended by a limit or a signal, or exited with another code than 0; arguments as
 * `spawn()`
 */
export function execFileSync(file: string, args?: readonly string[] | null): OutputBytes;
/**
 * Runs a program with arguments, blocking the event loop, and returns its standard output as text.
 */
export function execFileSync(
  file: string,
  args: readonly string[] | null | undefined,
  options: ExecFileSyncOptionsWithStringEncoding,
): string;
/**
 * Runs a program with arguments, blocking the event loop, and returns its standard output as bytes.
 */
export function execFileSync(
  file: string,
  args: readonly string[] | null | undefined,
  options?: ExecFileSyncOptionsWithBufferEncoding,
): OutputBytes;
/**
 * Runs a program with arguments, blocking the event loop, and returns its standard output as text
 * or bytes, as `encoding` says when it runs.
 */
export function execFileSync(
  file: string,
  args: readonly string[] | null | undefined,
  options?: SpawnSyncOptions,
): string | OutputBytes;
/** Runs a program, blocking the event loop, and returns its standard output as text. */
export function execFileSync(file: string, options: ExecFileSyncOptionsWithStringEncoding): string;
/** Runs a program, blocking the event loop, and returns its standard output as bytes. */
export function execFileSync(file: string, options?: ExecFileSyncOptionsWithBufferEncoding): OutputBytes;
/**
 * Runs a program, blocking the event loop, and returns its standard output as text or bytes, as
 * `encoding` says when it runs.
 */
export function execFileSync(file: string, options?: SpawnSyncOptions): string | OutputBytes;
export function execFileSync(file: string, second?: unknown, third?: unknown): string | OutputBytes {
  const { args, options } = normalizeExecFile<SpawnSyncOptions, never>(file, second, third);
  const result = runAndShowErrors(options, () => spawnSync(file, args, options));
  return outputOrThrow(result, arrayJoin(arrayAppend([options.argv0 || file], args), ' '));
}

/**
 * Runs a command line in a shell, blocking the event loop, and returns its standard output. Never
 * pass unsanitized input.
 *
 * @param command - the command line
 * @param options - see {@link ExecSyncOptions}
 * @throws as {@link execFileSync}
 */
export function execSync(command: string): OutputBytes;
/**
 * Runs a command line in a shell, blocking the event loop, and returns its standard output as text.
 */
export function execSync(command: string, options: ExecSyncOptionsWithStringEncoding): string;
/**
 * Runs a command line in a shell, blocking the event loop, and returns its standard output as
 * bytes.
 */
export function execSync(command: string, options?: ExecSyncOptionsWithBufferEncoding): OutputBytes;
/**
 * Runs a command line in a shell, blocking the event loop, and returns its standard output as
 * bytes.
 */
export function execSync(command: string, options?: ExecSyncOptions): string | OutputBytes;
export function execSync(command: string, given?: ExecSyncOptions): string | OutputBytes {
  const { options } = normalizeExec<SpawnSyncOptions, never>(command, given);
  const result = runAndShowErrors(options, () => spawnSync(command, options));
  return outputOrThrow(result, command);
}

/** As in Node, `stdio` is read before the run: it may be a getter. */
function runAndShowErrors(options: SpawnSyncOptions, run: () => Result): Result {
  const { stdio } = options;
  const result = run();
  if (!stdio && result.stderr) process.stderr.write(result.stderr);
  return result;
}

function outputOrThrow(result: Result, command: string): string | OutputBytes {
  if (result.error) throw withResult(result.error, result);
  if (result.status !== 0) {
    const reason = result.stderr?.length > 0 ? `\n${result.stderr}` : '';
    throw withResult(new Error(`Command failed: ${command}${reason}`), result);
  }
  return result.stdout;
}

function withResult(error: Error, result: Result): Error {
  assign(error, result);
  // Not enumerable, and so not copied with the others.
  const { resourceUsage } = result;
  if (resourceUsage) defineProperty(error, 'resourceUsage', { value: resourceUsage, enumerable: false });
  return error;
}
