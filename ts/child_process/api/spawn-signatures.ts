import type { Readable, Writable } from 'node:stream';
import type { Accepted, AcceptedWithStdio } from '../types/accepted-options';
import type { ChildProcess, SpawnedChildProcess } from '../types/child-process';
import type {
  ChildProcessByStdio,
  ChildProcessWithoutNullStreams,
  ChildProcessWithTerminal,
} from '../types/child-process-by-stdio';
import type { SpawnOptions } from '../types/options';
import type { StdioNull, StdioPipe, StdioPipeNamed } from '../types/stdio';
import type { TerminalOptions } from '../types/terminal-options';

/** Options of `spawn()` by which the three standard streams are pipes. */
export interface SpawnOptionsWithoutStdio extends SpawnOptions {
  /** What each descriptor of the child is. Default: `'pipe'`. */
  stdio?: StdioPipeNamed | StdioPipe[] | undefined;
}

/** Options of `spawn()` by which none of the three standard streams is a pipe. */
export interface SpawnOptionsWithNullStdio extends SpawnOptions {
  /** What each descriptor of the child is. */
  stdio: 'ignore' | 'inherit';
}

/** Options of `spawn()` that say of each standard stream whether it is a pipe. */
export interface SpawnOptionsWithStdioTuple<
  Stdin extends StdioNull | StdioPipe,
  Stdout extends StdioNull | StdioPipe,
  Stderr extends StdioNull | StdioPipe,
> extends SpawnOptions {
  /** What each descriptor of the child is. */
  stdio: [Stdin, Stdout, Stderr];
}

/** Options of `spawn()` by which the three standard streams are a terminal. */
export interface SpawnOptionsWithTerminal extends SpawnOptions {
  /** The terminal. */
  terminal: TerminalOptions;
}

/** No terminal. */
interface WithoutTerminal {
  /** None. */
  terminal?: undefined;
}

type Piped = Accepted<SpawnOptionsWithoutStdio>;
type PipedWithoutTerminal = Accepted<SpawnOptionsWithoutStdio & WithoutTerminal>;
type Arguments = readonly string[] | null | undefined;
type Tuple<
  Stdin extends StdioNull | StdioPipe,
  Stdout extends StdioNull | StdioPipe,
  Stderr extends StdioNull | StdioPipe,
> = Accepted<SpawnOptionsWithStdioTuple<Stdin, Stdout, Stderr>>;

/** The calls of `spawn()`: the `stdio` option decides which streams of the child are `null`. */
export interface Spawn {
  /**
   * Starts a process.
   *
   * @param command - the program: a path, or a name that is looked up in `PATH`
   * @param args - its arguments
   * @param options - see {@link SpawnOptions}
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_OUT_OF_RANGE`,
   * `ERR_UNKNOWN_SIGNAL` at once. A missing command or working directory is an `'error'` event with
   * the code `ENOENT`
   * @example const list = spawn('ls', ['-l'], { cwd: '/usr' }); list.stdout.on('data', (data) =>
   * console.log(String(data)));
   */
  (command: string, options?: PipedWithoutTerminal): ChildProcessWithoutNullStreams;
  /** Starts a process in a terminal, which its standard streams are. */
  (command: string, options: Accepted<SpawnOptionsWithTerminal>): ChildProcessWithTerminal;
  /** Starts a process; `stdin`, `stdout` and `stderr` are streams unless it gets a terminal. */
  (command: string, options: Piped): ChildProcessWithoutNullStreams;
  /** Starts a process; `stdin`, `stdout` and `stderr` are streams. */
  (command: string, options: Tuple<StdioPipe, StdioPipe, StdioPipe>): ChildProcessByStdio<Writable, Readable, Readable>;
  /** Starts a process; of its standard streams the parent has `stdin` and `stdout`. */
  (command: string, options: Tuple<StdioPipe, StdioPipe, StdioNull>): ChildProcessByStdio<Writable, Readable, null>;
  /** Starts a process; of its standard streams the parent has `stdin` and `stderr`. */
  (command: string, options: Tuple<StdioPipe, StdioNull, StdioPipe>): ChildProcessByStdio<Writable, null, Readable>;
  /** Starts a process; of its standard streams the parent has `stdout` and `stderr`. */
  (command: string, options: Tuple<StdioNull, StdioPipe, StdioPipe>): ChildProcessByStdio<null, Readable, Readable>;
  /** Starts a process; of its standard streams the parent has `stdin`. */
  (command: string, options: Tuple<StdioPipe, StdioNull, StdioNull>): ChildProcessByStdio<Writable, null, null>;
  /** Starts a process; of its standard streams the parent has `stdout`. */
  (command: string, options: Tuple<StdioNull, StdioPipe, StdioNull>): ChildProcessByStdio<null, Readable, null>;
  /** Starts a process; of its standard streams the parent has `stderr`. */
  (command: string, options: Tuple<StdioNull, StdioNull, StdioPipe>): ChildProcessByStdio<null, null, Readable>;
  /** Starts a process; it has no pipe at its standard streams. */
  (command: string, options: Tuple<StdioNull, StdioNull, StdioNull>): ChildProcessByStdio<null, null, null>;
  /** Starts a process; its standard streams are this process's, or nowhere. */
  (command: string, options: Accepted<SpawnOptionsWithNullStdio>): ChildProcessByStdio<null, null, null>;
  /** Starts a process; which of its streams are pipes is known when it runs. */
  (command: string, options: AcceptedWithStdio<SpawnOptions>): SpawnedChildProcess;
  /** Starts a process with arguments in a terminal, which its standard streams are. */
  (command: string, args: Arguments, options: Accepted<SpawnOptionsWithTerminal>): ChildProcessWithTerminal;
  /**
   * Starts a process with arguments; `stdin`, `stdout` and `stderr` are streams unless `stdio` says
   * otherwise or it gets a terminal.
   */
  (command: string, args?: Arguments, options?: Piped): ChildProcessWithoutNullStreams;
  /** Starts a process with arguments; `stdin`, `stdout` and `stderr` are streams. */
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioPipe, StdioPipe, StdioPipe>,
  ): ChildProcessByStdio<Writable, Readable, Readable>;
  /**
   * Starts a process with arguments; of its standard streams the parent has `stdin` and `stdout`.
   */
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioPipe, StdioPipe, StdioNull>,
  ): ChildProcessByStdio<Writable, Readable, null>;
  /**
   * Starts a process with arguments; of its standard streams the parent has `stdin` and `stderr`.
   */
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioPipe, StdioNull, StdioPipe>,
  ): ChildProcessByStdio<Writable, null, Readable>;
  /**
   * Starts a process with arguments; of its standard streams the parent has `stdout` and `stderr`.
   */
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioNull, StdioPipe, StdioPipe>,
  ): ChildProcessByStdio<null, Readable, Readable>;
  /** Starts a process with arguments; of its standard streams the parent has `stdin`. */
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioPipe, StdioNull, StdioNull>,
  ): ChildProcessByStdio<Writable, null, null>;
  /** Starts a process with arguments; of its standard streams the parent has `stdout`. */
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioNull, StdioPipe, StdioNull>,
  ): ChildProcessByStdio<null, Readable, null>;
  /** Starts a process with arguments; of its standard streams the parent has `stderr`. */
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioNull, StdioNull, StdioPipe>,
  ): ChildProcessByStdio<null, null, Readable>;
  /** Starts a process with arguments; it has no pipe at its standard streams. */
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioNull, StdioNull, StdioNull>,
  ): ChildProcessByStdio<null, null, null>;
  /** Starts a process with arguments; its standard streams are this process's, or nowhere. */
  (
    command: string,
    args: Arguments,
    options: Accepted<SpawnOptionsWithNullStdio>,
  ): ChildProcessByStdio<null, null, null>;
  /** Starts a process with arguments; which of its streams are pipes is known when it runs. */
  (command: string, args: Arguments, options: AcceptedWithStdio<SpawnOptions>): SpawnedChildProcess;
  /**
   * The same, for mocks: their result is inferred from the last signature, and may be any child. A
   * call gets the result above.
   */
  (command: string, args: Arguments, options: AcceptedWithStdio<SpawnOptions>): ChildProcess;
}
