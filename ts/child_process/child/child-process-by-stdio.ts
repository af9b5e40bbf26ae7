import type { Readable, Writable } from 'node:stream';
import type { ExtraStream } from '../stdio/parent-streams';
import type { ChildProcess } from './child-process';

/** A child whose `stdio` option says which of its standard streams are pipes. */
export interface ChildProcessByStdio<
  Stdin extends Writable | null,
  Stdout extends Readable | null,
  Stderr extends Readable | null,
> extends ChildProcess {
  /** Writes to the child's standard input; `null` when that is no pipe. */
  stdin: Stdin;
  /** Reads the child's standard output; `null` when that is no pipe. */
  stdout: Stdout;
  /** Reads the child's standard error; `null` when that is no pipe. */
  stderr: Stderr;
  /** The parent's ends of all pipes, by the child's descriptor. */
  stdio: [Stdin, Stdout, Stderr, ExtraStream, ExtraStream];
}

/** A child with pipes at its three standard streams, as without a `stdio` option. */
export interface ChildProcessWithoutNullStreams extends ChildProcessByStdio<Writable, Readable, Readable> {}
