import { Buffer } from 'node:buffer';
import type { SynchronousOptions, SynchronousOutcome } from '../../binding/addon';
import { loadProcessAddon } from '../../binding/process-addon';
import { invalidArgumentType, NODE_MAJOR } from '../../errors';
import { process } from '../../main-realm';
import { systemConstants } from '../../system-constants';
import { isBatchFile } from '../arguments/command-line';
import { environmentPairs } from '../arguments/environment';
import { normalizeSpawn } from '../arguments/normalize-spawn';
import { killSignalNumber, signalName } from '../arguments/signals';
import { validateMaxBuffer, validateTimeout } from '../arguments/validate-number';
import { spawnError } from '../child/spawn-error';
import { logCall } from '../hooks/debug-log';
import { bytesOf } from '../native/bytes-of-view';
import { numbersOf, textOf } from '../native/spawn-exchange';
import { buildRequest } from '../native/spawn-request';
import { type PlannedEntry, planStdio } from '../stdio/plan';
import type { NormalizedOptions, SpawnSyncOptions } from '../types/options';
import type { OutputBytes } from '../types/output-bytes';
import { spawnSyncInstead } from './spawn-sync-override';

/** Options of `spawnSync()` by which the output is text. */
export interface SpawnSyncOptionsWithStringEncoding extends SpawnSyncOptions {
  /** The encoding of the output. */
  encoding: BufferEncoding;
}

/** Options of `spawnSync()` by which the output is bytes. */
export interface SpawnSyncOptionsWithBufferEncoding extends SpawnSyncOptions {
  /** Gives Buffers. Default: `'buffer'`. */
  encoding?: 'buffer' | null | undefined;
}

/** What `spawnSync()` returns (specification, 2.2). */
export interface SpawnSyncReturns<Output extends string | Buffer> {
  /** Why the child failed or was ended by a limit: `ENOENT`, `ETIMEDOUT`, `ENOBUFS`, … */
  error?: Error;
  /** The exit code; `null` after a signal. */
  status: number | null;
  /** The signal that ended the child; an empty string for one without a name, such as a real-time signal. */
  signal: NodeJS.Signals | null;
  /** What the child wrote, by descriptor; `null` where there is no pipe, and as a whole when it never ran. */
  output: (Output | null)[];
  /** The process identifier; 0 when it never ran. */
  pid: number;
  /** `output[1]` */
  stdout: Output;
  /** `output[2]` */
  stderr: Output;
}

/** What `stdout` and `stderr` are when the process never ran. */
const NOTHING_RAN = NODE_MAJOR < 22 ? null : undefined;

/** The same on every system. */
const SIGTERM = 15;

/** 1 MiB. */
const DEFAULT_MAX_BUFFER = 1024 * 1024;

/**
 * Runs a process from start to end, blocking the event loop (specification, 4.7).
 *
 * @param command - the program: a path, or a name that is looked up in `PATH`
 * @param args - its arguments
 * @param options - see {@link SpawnSyncOptions}
 * @throws as `spawn()`; a process that cannot be started is the result's `error`
 */
export function spawnSync(command: string, args?: readonly string[] | null): SpawnSyncReturns<OutputBytes>;
export function spawnSync(
  command: string,
  args: readonly string[] | null | undefined,
  options: SpawnSyncOptionsWithStringEncoding,
): SpawnSyncReturns<string>;
export function spawnSync(
  command: string,
  args: readonly string[] | null | undefined,
  options?: SpawnSyncOptionsWithBufferEncoding,
): SpawnSyncReturns<OutputBytes>;
export function spawnSync(
  command: string,
  args: readonly string[] | null | undefined,
  options?: SpawnSyncOptions,
): SpawnSyncReturns<string | OutputBytes>;
export function spawnSync(command: string, options: SpawnSyncOptionsWithStringEncoding): SpawnSyncReturns<string>;
export function spawnSync(command: string, options?: SpawnSyncOptionsWithBufferEncoding): SpawnSyncReturns<OutputBytes>;
export function spawnSync(command: string, options?: SpawnSyncOptions): SpawnSyncReturns<string | OutputBytes>;
export function spawnSync(
  command: string,
  args?: readonly string[] | SpawnSyncOptions | null,
  options?: SpawnSyncOptions,
): SpawnSyncReturns<string | OutputBytes> {
  const instead = spawnSyncInstead();
  if (instead) return instead(command, args as readonly string[], options);
  const normalized: NormalizedOptions & SpawnSyncOptions = normalizeSpawn(command, args, options);
  // As in Node, a `maxBuffer` that is there with the value `undefined` is no limit.
  if (!('maxBuffer' in normalized)) normalized.maxBuffer = DEFAULT_MAX_BUFFER;
  logCall('spawnSync', normalized);
  const { timeout, maxBuffer, encoding } = normalized;
  validateTimeout(timeout);
  validateMaxBuffer(maxBuffer);
  const killSignal = killSignalNumber(normalized.killSignal) ?? SIGTERM;
  const { entries } = planStdio(normalized.stdio || 'pipe', true);
  const built = buildRequest(normalized, entries, environmentPairs(normalized));
  // To Node's `spawn()` an empty path is none; its `spawnSync()` tries to enter it, which is ENOENT.
  const request = normalized.cwd === '' ? { ...built, workingDirectory: '' } : built;
  const limits: SynchronousOptions = {
    // Last: nothing that runs from here on is the program's, so that it cannot detach or shrink what the addon reads.
    input: inputs(entries, normalized),
    timeout: timeout ?? 0,
    // As in Node, 0 is no limit, unlike that of `exec()`.
    maxBuffer: maxBuffer || Infinity,
    killSignal,
  };
  const outcome = isBatchFile(request.file, process.platform)
    ? { error: -systemConstants().errno.EINVAL, pid: 0, signal: 0, workingDirectoryFailed: false }
    : loadProcessAddon().spawnSynchronously(textOf(request), numbersOf(request), limits);
  return toResult(outcome, normalized, encoding);
}

function inputs(entries: readonly PlannedEntry[], options: SpawnSyncOptions): (Uint8Array | null)[] {
  return entries.map((entry, position) => {
    const own = entry.type === 'pipe' && Object.hasOwn(entry, 'input') ? entry.input : undefined;
    const input = position === 0 && options.input ? options.input : own;
    return input == null ? null : toBytes(input, position, options.encoding);
  });
}

function toBytes(input: unknown, position: number, encoding: string | null | undefined): Uint8Array {
  if (ArrayBuffer.isView(input)) return bytesOf(input);
  if (typeof input === 'string') return Buffer.from(input, encoding as BufferEncoding);
  throw invalidArgumentType(`options.stdio[${position}]`, ['Buffer', 'TypedArray', 'DataView', 'string'], input);
}

function toResult(
  outcome: SynchronousOutcome,
  options: NormalizedOptions,
  encoding: string | null | undefined,
): SpawnSyncReturns<string | OutputBytes> {
  const decode = encoding && encoding !== 'buffer';
  const output =
    outcome.output?.map((bytes) => {
      if (!bytes) return null;
      return decode ? bytes.toString(encoding as BufferEncoding) : bytes;
    }) ?? null;
  const result = {
    ...(outcome.error === 0 ? {} : { error: runError(outcome, options) }),
    status: outcome.status ?? null,
    // As in Node, a signal without a name (those of real time) is an empty string.
    signal: outcome.signal === 0 ? null : (signalName(outcome.signal) ?? ''),
    output,
    pid: outcome.pid,
    stdout: output ? (output[1] ?? null) : NOTHING_RAN,
    stderr: output ? (output[2] ?? null) : NOTHING_RAN,
  };
  return result as SpawnSyncReturns<string | OutputBytes>;
}

function runError(outcome: SynchronousOutcome, options: NormalizedOptions): Error {
  const failedDirectory = outcome.workingDirectoryFailed ? (options.cwd ?? undefined) : undefined;
  return spawnError(outcome.error, `spawnSync ${options.file}`, options.file, options.args, failedDirectory);
}
