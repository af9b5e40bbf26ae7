import type { EndingOptions } from './ending-options';
import type { SetupOptions } from './setup-options';
import type { StdioOptions } from './stdio';
import type { WithTerminal } from './terminal-options';

/** A signal by name or number. */
export type Signal = NodeJS.Signals | number;

/** How messages of an IPC channel are written. */
export type SerializationType = 'json' | 'advanced';

/** Options that every function of the module takes. */
export interface ProcessOptions extends EndingOptions, SetupOptions, WithTerminal {
  /**
   * The child's working directory: a path, or a `file:` URL.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_INVALID_ARG_VALUE` for a NUL in it;
   * `ERR_INVALID_URL_SCHEME` for another kind of URL. A directory that cannot be entered is the
   * `ENOENT` or `EACCES` of a failed spawn, whose error has the property `cwd`.
   *
   * @default this process's working directory
   */
  cwd?: string | URL | undefined;
  /**
   * The child's environment. `undefined` values are left out, others become strings; inherited
   * properties count.
   *
   * Errors: `ERR_INVALID_ARG_VALUE` for a NUL in a name or value.
   *
   * @default `process.env`
   */
  env?: NodeJS.ProcessEnv | undefined;
  /**
   * The child's user identity (`setuid(2)`).
   *
   * Errors: `ERR_INVALID_ARG_TYPE` (from Node 25 on also `ERR_OUT_OF_RANGE`) unless it is a whole
   * number of 32 bits; `EPERM` is thrown where it may not be taken.
   *
   * @default this process's
   */
  uid?: number | undefined;
  /**
   * The child's group identity (`setgid(2)`).
   *
   * Errors: `ERR_INVALID_ARG_TYPE` (from Node 25 on also `ERR_OUT_OF_RANGE`) unless it is a whole
   * number of 32 bits; `EPERM` is thrown where it may not be taken.
   *
   * @default this process's
   */
  gid?: number | undefined;
  /**
   * Runs the command in a shell: `true` for the platform's, or its path. Never with input that is
   * not sanitized.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_INVALID_ARG_VALUE` for a NUL in it. Arguments beside a
   * shell are the deprecation warning `DEP0190` from Node 24 on.
   *
   * @default `false`
   */
  shell?: boolean | string | undefined;
  /**
   * Milliseconds after which `killSignal` is sent; 0 means never.
   *
   * Errors: `ERR_OUT_OF_RANGE` (from Node 25 on also `ERR_INVALID_ARG_TYPE`) unless it is a whole
   * number from 0. A synchronous function reports `ETIMEDOUT`.
   *
   * @default none
   */
  timeout?: number | undefined;
  /**
   * The signal that is sent when `timeout` or `maxBuffer` is passed, or `signal` aborted.
   *
   * Errors: `ERR_UNKNOWN_SIGNAL`, `ERR_INVALID_ARG_TYPE`.
   *
   * @default `'SIGTERM'`
   */
  killSignal?: Signal | undefined;
  /**
   * Hides the child's console window on Windows.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`.
   *
   * @default `false`
   */
  windowsHide?: boolean | undefined;
  /** Another name of `windowsHide`. */
  winHide?: boolean | undefined;
  /**
   * Passes arguments as they are, unquoted, on Windows.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`.
   *
   * @default `false`; `true` where `shell` is `cmd.exe`
   */
  windowsVerbatimArguments?: boolean | undefined;
  /** Another name of `windowsVerbatimArguments`. */
  winVerbatimArguments?: boolean | undefined;
}

/** Options of `spawn()`. */
export interface SpawnOptions extends ProcessOptions {
  /**
   * `argv[0]` of the child.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_INVALID_ARG_VALUE` for a NUL in it.
   *
   * @default the command
   */
  argv0?: string | undefined;
  /**
   * What each descriptor of the child is: a shorthand, or an entry for each.
   *
   * Errors: `ERR_INVALID_ARG_VALUE`; `ERR_IPC_ONE_PIPE` for a second `'ipc'`;
   * `ERR_INVALID_SYNC_FORK_INPUT` for data, which only synchronous functions take; `EBADF` is
   * thrown for a descriptor that is not open.
   *
   * @default `'pipe'`
   */
  stdio?: StdioOptions | undefined;
  /**
   * Makes the child the leader of a process group and session of its own (`setsid(2)`).
   *
   * Errors: `ERR_INVALID_ARG_TYPE`.
   *
   * @default `false`
   */
  detached?: boolean | undefined;
  /**
   * How messages of an IPC channel are written.
   *
   * Errors: `ERR_INVALID_ARG_VALUE`.
   *
   * @default `'json'`
   */
  serialization?: SerializationType | undefined;
  /**
   * Ends the child when aborted, with an `AbortError` in an `'error'` event whose `cause` is the
   * signal's `reason`.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`.
   *
   * @default none
   */
  signal?: AbortSignal | undefined;
}

/** Options of `exec()` and `execFile()`. */
export interface ExecFileOptions extends ProcessOptions {
  /**
   * The encoding of the output; `'buffer'`, `null` or an unknown one gives Buffers.
   *
   * @default `'utf8'`
   */
  encoding?: BufferEncoding | 'buffer' | (string & {}) | null | undefined;
  /**
   * Bytes that the child may write to its standard output, and to its standard error, before it is
   * killed and the rest is cut off.
   *
   * Errors: `ERR_OUT_OF_RANGE` (from Node 25 on also `ERR_INVALID_ARG_TYPE`) unless it is a number
   * from 0. The callback gets `ERR_CHILD_PROCESS_STDIO_MAXBUFFER`.
   *
   * @default 1,048,576
   */
  maxBuffer?: number | undefined;
  /**
   * Ends the child when aborted, with an `AbortError` in the callback whose `cause` is the signal's
   * `reason`.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`.
   *
   * @default none
   */
  signal?: AbortSignal | undefined;
}

/** Options of `exec()`. */
export interface ExecOptions extends Omit<ExecFileOptions, 'shell'> {
  /**
   * The path of the shell.
   *
   * Errors: `ERR_INVALID_ARG_VALUE` for a NUL in it.
   *
   * @default `'/bin/sh'`; on Windows `process.env.ComSpec`
   */
  shell?: string | undefined;
}

/** Options of `spawnSync()`, `execFileSync()` and `execSync()`. */
export interface SpawnSyncOptions extends ProcessOptions {
  /**
   * `argv[0]` of the child.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`; `ERR_INVALID_ARG_VALUE` for a NUL in it.
   *
   * @default the command
   */
  argv0?: string | undefined;
  /**
   * What the child reads from its standard input, where that is a pipe.
   *
   * Errors: `ERR_INVALID_ARG_TYPE`.
   *
   * @default none: its standard input is empty
   */
  input?: string | NodeJS.ArrayBufferView | undefined;
  /**
   * What each descriptor of the child is: a shorthand, or an entry for each. Text and bytes as an
   * entry are what the child reads from that descriptor.
   *
   * Errors: `ERR_INVALID_ARG_VALUE`; `ERR_IPC_SYNC_FORK` for `'ipc'`. `EBADF`, for a descriptor
   * that is not open, is the `error` of the result.
   *
   * @default `'pipe'`; for `execSync()` and `execFileSync()`, what the child writes to its standard
   * error is written to this process's too
   */
  stdio?: StdioOptions | undefined;
  /**
   * Bytes that the child may write to one descriptor before it is killed; `Infinity` is any number.
   *
   * Errors: `ERR_OUT_OF_RANGE` (from Node 25 on also `ERR_INVALID_ARG_TYPE`) unless it is a number
   * from 0. The result's `error` is `ENOBUFS`.
   *
   * @default 1,048,576
   */
  maxBuffer?: number | undefined;
  /**
   * The encoding of the output, and of `input` where that is text; `'buffer'` and `null` give
   * Buffers.
   *
   * Errors: `ERR_UNKNOWN_ENCODING` for an unknown one.
   *
   * @default `'buffer'`
   */
  encoding?: BufferEncoding | 'buffer' | null | undefined;
}

/**
 * What `spawn()` and `spawnSync()` hand to `ChildProcess.prototype.spawn` and to the synchronous
 * run: arguments validated, defaults filled in.
 */
export interface NormalizedOptions extends SpawnOptions {
  /** The program. */
  file: string;
  /** Its arguments, `argv[0]` first. */
  args: string[];
  /** The environment as `NAME=value` strings. */
  envPairs?: string[];
  cwd?: string | undefined;
}
