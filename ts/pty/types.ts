import type { Buffer } from 'node:buffer';

/** Stops listening when it is disposed of. */
export interface IDisposable {
  /** Stops listening. */
  dispose(): void;
}

/** An event: called with a listener, it calls that until what it returns is disposed of. */
export type IEvent<Value> = (listener: (value: Value) => unknown) => IDisposable;

/** Options of `spawn()` on every system. */
export interface IBasePtyForkOptions {
  /**
   * The kind of terminal: the child's variable `TERM`.
   *
   * @default `TERM` of `env`; where that has none, `'xterm'`
   */
  name?: string | undefined;
  /**
   * Characters in a line, from 1 to 65,535.
   *
   * @default 80
   */
  cols?: number | undefined;
  /**
   * Lines, from 1 to 65,535.
   *
   * @default 24
   */
  rows?: number | undefined;
  /**
   * The child's working directory; its variable `PWD` too.
   *
   * @default this process's
   */
  cwd?: string | undefined;
  /**
   * The child's environment.
   *
   * @default `process.env`, without what tells a program of a terminal around this process
   */
  env?: { [name: string]: string | undefined } | undefined;
  /**
   * How strings stand for the bytes of the terminal, both ways; `null` gives Buffers.
   *
   * @default `'utf8'`
   */
  encoding?: string | null | undefined;
  /**
   * Lets `write(flowControlPause)` pause the terminal, and `write(flowControlResume)` resume it, in
   * place of being written.
   *
   * @default `false`
   */
  handleFlowControl?: boolean | undefined;
  /**
   * The text that pauses.
   *
   * @default `'\x13'`, Ctrl-S
   */
  flowControlPause?: string | undefined;
  /**
   * The text that resumes.
   *
   * @default `'\x11'`, Ctrl-Q
   */
  flowControlResume?: string | undefined;
}

/** Options of `spawn()`. */
export interface IPtyForkOptions extends IBasePtyForkOptions {
  /**
   * The child's user identity.
   *
   * @default this process's
   */
  uid?: number | undefined;
  /**
   * The child's group identity.
   *
   * @default this process's
   */
  gid?: number | undefined;
}

/** A program in a terminal. */
export interface IPty {
  /** The process identifier of the program. */
  readonly pid: number;
  /** Characters in a line. */
  readonly cols: number;
  /** Lines. */
  readonly rows: number;
  /** The name of the program in the foreground; where that is not known, of the one started. */
  readonly process: string;
  /** Whether `write()` looks for the texts that pause and resume. */
  handleFlowControl: boolean;
  /**
   * What comes from the terminal. (With `encoding: null` these are Buffers, which the type does not
   * say, as node-pty's does not.)
   */
  readonly onData: IEvent<string>;
  /**
   * The program has ended, and all that came from the terminal was delivered. `signal` is the
   * number of the signal that ended it, 0 for none. A program that could not be started exits with
   * code 1.
   */
  readonly onExit: IEvent<{ exitCode: number; signal?: number }>;
  /**
   * Changes the size of the terminal's window.
   *
   * @param columns - from 1 to 65,535
   * @param rows - from 1 to 65,535
   * @throws an Error for numbers that are not positive, and `ERR_OUT_OF_RANGE`
   */
  resize(columns: number, rows: number): void;
  /** Does nothing: it is for consoles of Windows. */
  clear(): void;
  /** Writes to the terminal. What is written after the end is lost. */
  write(data: string | Buffer): void;
  /**
   * Sends a signal to the program. Nothing happens when it has ended, or there is no such signal.
   *
   * @param signal - default: `'SIGHUP'`
   */
  kill(signal?: string): void;
  /** Stops reading: the program waits once the kernel's buffers are full. */
  pause(): void;
  /** Reads on. */
  resume(): void;
  /** Closes the terminal, and sends `SIGHUP` to the program. */
  destroy(): void;
  /**
   * Listens by name: `'data'`, `'exit'` with (exitCode, signal), `'close'`, and the events of
   * streams. From before `onData` and `onExit`.
   */
  on(event: string, listener: (...values: never[]) => unknown): void;
  /** As {@link on}. */
  addListener(event: string, listener: (...values: never[]) => unknown): void;
  /** As {@link on}, for the next event only. */
  once(event: string, listener: (...values: never[]) => unknown): void;
  /** Listens no more. */
  removeListener(event: string, listener: (...values: never[]) => unknown): void;
  /** Nobody listens any more. */
  removeAllListeners(event: string): void;
}

/** The module. */
export interface Pty {
  /**
   * Starts a program in a new terminal. Linux only.
   *
   * @param file - the program: a path, or a name that is looked up in `PATH`; default: `'sh'`
   * @param args - its arguments; default: none
   * @param options - the options
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE`; `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM`
   * elsewhere than on Linux. A program or working directory that is missing is an exit with code 1
   */
  spawn(file?: string, args?: readonly string[], options?: IPtyForkOptions): IPty;
}
