import type { Readable, Writable } from 'node:stream';
import type { ChildProcess } from '../child/child-process';
import type { ChildProcessByStdio, ChildProcessWithoutNullStreams } from '../child/child-process-by-stdio';
import type { SpawnOptions } from '../types/options';
import type { StdioNull, StdioPipe, StdioPipeNamed } from '../types/stdio';

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

type Arguments = readonly string[] | null | undefined;
type Tuple<
  Stdin extends StdioNull | StdioPipe,
  Stdout extends StdioNull | StdioPipe,
  Stderr extends StdioNull | StdioPipe,
> = SpawnOptionsWithStdioTuple<Stdin, Stdout, Stderr>;

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
  (command: string, options?: SpawnOptionsWithoutStdio): ChildProcessWithoutNullStreams;
  (command: string, options: Tuple<StdioPipe, StdioPipe, StdioPipe>): ChildProcessByStdio<Writable, Readable, Readable>;
  (command: string, options: Tuple<StdioPipe, StdioPipe, StdioNull>): ChildProcessByStdio<Writable, Readable, null>;
  (command: string, options: Tuple<StdioPipe, StdioNull, StdioPipe>): ChildProcessByStdio<Writable, null, Readable>;
  (command: string, options: Tuple<StdioNull, StdioPipe, StdioPipe>): ChildProcessByStdio<null, Readable, Readable>;
  (command: string, options: Tuple<StdioPipe, StdioNull, StdioNull>): ChildProcessByStdio<Writable, null, null>;
  (command: string, options: Tuple<StdioNull, StdioPipe, StdioNull>): ChildProcessByStdio<null, Readable, null>;
  (command: string, options: Tuple<StdioNull, StdioNull, StdioPipe>): ChildProcessByStdio<null, null, Readable>;
  (command: string, options: Tuple<StdioNull, StdioNull, StdioNull>): ChildProcessByStdio<null, null, null>;
  (command: string, options: SpawnOptionsWithNullStdio): ChildProcessByStdio<null, null, null>;
  (command: string, options: SpawnOptions): ChildProcess;
  (command: string, args?: Arguments, options?: SpawnOptionsWithoutStdio): ChildProcessWithoutNullStreams;
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioPipe, StdioPipe, StdioPipe>,
  ): ChildProcessByStdio<Writable, Readable, Readable>;
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioPipe, StdioPipe, StdioNull>,
  ): ChildProcessByStdio<Writable, Readable, null>;
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioPipe, StdioNull, StdioPipe>,
  ): ChildProcessByStdio<Writable, null, Readable>;
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioNull, StdioPipe, StdioPipe>,
  ): ChildProcessByStdio<null, Readable, Readable>;
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioPipe, StdioNull, StdioNull>,
  ): ChildProcessByStdio<Writable, null, null>;
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioNull, StdioPipe, StdioNull>,
  ): ChildProcessByStdio<null, Readable, null>;
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioNull, StdioNull, StdioPipe>,
  ): ChildProcessByStdio<null, null, Readable>;
  (
    command: string,
    args: Arguments,
    options: Tuple<StdioNull, StdioNull, StdioNull>,
  ): ChildProcessByStdio<null, null, null>;
  (command: string, args: Arguments, options: SpawnOptionsWithNullStdio): ChildProcessByStdio<null, null, null>;
  (command: string, args: Arguments, options: SpawnOptions): ChildProcess;
}
