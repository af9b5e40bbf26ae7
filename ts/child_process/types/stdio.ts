import type { Readable, Stream, Writable } from 'node:stream';

/** What one descriptor of a child may be (docs/api/child_process.md, "stdio"). */
export type StdioEntry =
  | UsualStdioEntry
  | {
      /** The descriptor. */
      readonly fd: number;
    }
  | string
  | NodeJS.ArrayBufferView;

/** What one descriptor of a child is in options that can be given to Node's functions too. */
type UsualStdioEntry = IOType | 'ipc' | Stream | number | null | undefined;

/** An entry that makes a pipe of a standard stream. */
export type StdioPipe = StdioPipeNamed | undefined | null;
/** The same by name. */
export type StdioPipeNamed = 'pipe' | 'overlapped';
/** An entry that makes no pipe: the parent has no stream there. */
export type StdioNull = 'inherit' | 'ignore' | Stream;
/** The shorthands, each of which is also an entry. */
export type IOType = StdioPipeNamed | 'ignore' | 'inherit';

/** The `stdio` option: a shorthand, or an entry for each descriptor of the child. */
export type StdioOptions = IOType | UsualStdioEntry[];

/** What a position behind the standard streams holds. */
export type ExtraStream = Readable | Writable | null | undefined;

/**
 * The same as programs see it: what positions hold depends on the `stdio` option, and Node's types
 * name five.
 */
export type StdioStreams = [Writable | null, Readable | null, Readable | null, ExtraStream, ExtraStream];
