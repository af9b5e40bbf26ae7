import type { StdioOptions } from './stdio/option';

/** A signal by name or number. */
export type Signal = NodeJS.Signals | number;

/** Options that every function of the module takes. */
export interface ProcessOptions {
  /** The child's working directory: a path, or a `file:` URL. Default: this process's. A missing one is an `ENOENT` error with the property `cwd`. */
  cwd?: string | URL | Uint8Array | null | undefined;
  /** The child's environment; `undefined` values are left out. Default: `process.env`. */
  env?: NodeJS.ProcessEnv | null | undefined;
  /** The child's user identity (`setuid(2)`). */
  uid?: number | undefined;
  /** The child's group identity (`setgid(2)`). */
  gid?: number | undefined;
  /** Runs the command in a shell: `true` for the platform's, or its path. Never with input that is not sanitized. Default: `false`. */
  shell?: boolean | string | undefined;
  /** Milliseconds after which `killSignal` is sent. Default: none. */
  timeout?: number | undefined;
  /** The signal sent on timeout and abort. Default: `'SIGTERM'`. */
  killSignal?: Signal | undefined;
  /** Hides the child's console window on Windows. Default: `false`. */
  windowsHide?: boolean | undefined;
  /** Another name of `windowsHide`. */
  winHide?: boolean | undefined;
  /** Passes arguments as they are, unquoted, on Windows. Default: `false`; `true` for `cmd.exe` as `shell`. */
  windowsVerbatimArguments?: boolean | undefined;
  /** Another name of `windowsVerbatimArguments`. */
  winVerbatimArguments?: boolean | undefined;
}

/** Options of `spawn()`. */
export interface SpawnOptions extends ProcessOptions {
  /** `argv[0]` of the child. Default: the command. */
  argv0?: string | undefined;
  /** What each descriptor of the child is. Default: `'pipe'`. */
  stdio?: StdioOptions | undefined;
  /** Makes the child the leader of a process group and session of its own. Default: `false`. */
  detached?: boolean | undefined;
  /** How messages of an IPC channel are written. Default: `'json'`. */
  serialization?: 'json' | 'advanced' | undefined;
  /** Ends the child when aborted, with an `AbortError` in an `'error'` event. */
  signal?: AbortSignal | undefined;
}

/** Options of `exec()` and `execFile()`. */
export interface ExecFileOptions extends ProcessOptions {
  /** The encoding of the output; `'buffer'` or an unknown one gives Buffers. Default: `'utf8'`. */
  encoding?: BufferEncoding | 'buffer' | (string & {}) | null | undefined;
  /** Bytes that the child may write to stdout, and to stderr, before it is killed. Default: 1,048,576. */
  maxBuffer?: number | undefined;
  /** Ends the child when aborted, with an `AbortError` in the callback. */
  signal?: AbortSignal | undefined;
}

/** Options of `exec()`. */
export interface ExecOptions extends Omit<ExecFileOptions, 'shell'> {
  /** The path of the shell. Default: `'/bin/sh'`; on Windows `process.env.ComSpec`. */
  shell?: string | undefined;
}

/** Options of `spawnSync()`, `execFileSync()` and `execSync()`. */
export interface SpawnSyncOptions extends ProcessOptions {
  /** `argv[0]` of the child. Default: the command. */
  argv0?: string | undefined;
  /** What the child reads from its standard input; overrides `stdio[0]` where that is `'pipe'`. */
  input?: string | NodeJS.ArrayBufferView | undefined;
  /** What each descriptor of the child is. Default: `'pipe'`. */
  stdio?: StdioOptions | undefined;
  /** Bytes that the child may write to one descriptor before it is killed. Default: 1,048,576. */
  maxBuffer?: number | undefined;
  /** The encoding of the output; `'buffer'` gives Buffers. Default: `'buffer'`. */
  encoding?: BufferEncoding | 'buffer' | null | undefined;
}

/** What `spawn()` and `spawnSync()` hand to `ChildProcess.prototype.spawn` and to the synchronous run: arguments validated, defaults filled in. */
export interface NormalizedOptions extends SpawnOptions {
  /** The program. */
  file: string;
  /** Its arguments, `argv[0]` first. */
  args: string[];
  /** The environment as `NAME=value` strings. */
  envPairs?: string[];
  cwd?: string | undefined;
}
