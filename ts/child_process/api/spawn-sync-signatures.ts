import type { AcceptedWithStdio } from '../types/accepted-options';
import type { SpawnSyncOptions } from '../types/options';
import type { OutputBytes } from '../types/output-bytes';
import type { ResourceUsage } from '../types/resource-usage';

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

/** What `spawnSync()` returns. */
export interface SpawnSyncReturns<Output extends string | Buffer> {
  /** Why the child failed or was ended by a limit: `ENOENT`, `ETIMEDOUT`, `ENOBUFS`, … */
  error?: Error;
  /** The exit code; `null` after a signal. */
  status: number | null;
  /**
   * The signal that ended the child; an empty string for one without a name, such as a real-time
   * signal.
   */
  signal: NodeJS.Signals | null;
  /**
   * What the child wrote, by descriptor; `null` where there is no pipe, and as a whole when it
   * never ran.
   */
  output: (Output | null)[];
  /** The process identifier; 0 when it never ran. */
  pid: number;
  /** `output[1]` */
  stdout: Output;
  /** `output[2]` */
  stderr: Output;
  /** `true` when `SIGKILL` had to follow: see the option `forceKillAfterDelay`. */
  isForcefullyTerminated?: boolean;
  /** `true` when the option `closeGrace` ended streams that a descendant still held. */
  outputCut?: boolean;
  /** What the child has used; `undefined` when it never ran. Not enumerable. */
  resourceUsage?: ResourceUsage;
}

/** `spawnSync()`. */
export interface SpawnSync {
  /**
   * Runs a process from start to end, blocking the event loop.
   *
   * @param command - the program: a path, or a name that is looked up in `PATH`
   * @param args - its arguments
   * @param options - see {@link SpawnSyncOptions}
   * @throws as `spawn()`; a process that cannot be started is the result's `error`
   */
  (command: string, args?: readonly string[] | null): SpawnSyncReturns<OutputBytes>;
  /** Runs a process with arguments from start to end, and returns its output as text. */
  (
    command: string,
    args: readonly string[] | null | undefined,
    options: AcceptedWithStdio<SpawnSyncOptionsWithStringEncoding>,
  ): SpawnSyncReturns<string>;
  /** Runs a process with arguments from start to end, and returns its output as bytes. */
  (
    command: string,
    args: readonly string[] | null | undefined,
    options?: AcceptedWithStdio<SpawnSyncOptionsWithBufferEncoding>,
  ): SpawnSyncReturns<OutputBytes>;
  /**
   * Runs a process with arguments from start to end, and returns its output as text or bytes, as
   * `encoding` says when it runs.
   */
  (
    command: string,
    args: readonly string[] | null | undefined,
    options?: AcceptedWithStdio<SpawnSyncOptions>,
  ): SpawnSyncReturns<string | OutputBytes>;
  /** Runs a process from start to end, and returns its output as text. */
  (command: string, options: AcceptedWithStdio<SpawnSyncOptionsWithStringEncoding>): SpawnSyncReturns<string>;
  /** Runs a process from start to end, and returns its output as bytes. */
  (command: string, options?: AcceptedWithStdio<SpawnSyncOptionsWithBufferEncoding>): SpawnSyncReturns<OutputBytes>;
  /**
   * Runs a process from start to end, and returns its output as text or bytes, as `encoding` says
   * when it runs.
   */
  (command: string, options?: AcceptedWithStdio<SpawnSyncOptions>): SpawnSyncReturns<string | OutputBytes>;
}
