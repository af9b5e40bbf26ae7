import type { Readable, Writable } from 'node:stream';
import type { SpawnedChildProcess } from './child-process';
import type { ExtraStream } from './stdio';
import type { Terminal } from './terminal';

/** A child whose `stdio` option says which of its standard streams are pipes. */
export interface ChildProcessByStdio<
  Stdin extends Writable | null,
  Stdout extends Readable | null,
  Stderr extends Readable | null,
> extends SpawnedChildProcess {
  /** Writes to the child's standard input; `null` when that is no pipe. */
  stdin: Stdin;
  /** Reads the child's standard output; `null` when that is no pipe. */
  stdout: Stdout;
  /** Reads the child's standard error; `null` when that is no pipe. */
  stderr: Stderr;
  /** The parent's ends of all pipes, by the child's descriptor. */
  stdio: [Stdin, Stdout, Stderr, ExtraStream, ExtraStream];
}

/** A child with a terminal, which its three standard streams are. */
export interface ChildProcessWithTerminal extends ChildProcessByStdio<null, null, null> {
  /** The child's terminal. */
  readonly terminal: Terminal;
}

/** A child with pipes at its three standard streams, as without a `stdio` option. */
export interface ChildProcessWithoutNullStreams extends ChildProcessByStdio<Writable, Readable, Readable> {}
