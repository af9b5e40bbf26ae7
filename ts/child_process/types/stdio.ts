import type { Stream } from 'node:stream';

/** What one descriptor of a child is (docs/api/child_process.md, "stdio"). */
export type StdioEntry =
  | 'pipe'
  | 'overlapped'
  | 'ignore'
  | 'inherit'
  | 'ipc'
  | Stream
  | { readonly fd: number }
  | number
  | string
  | NodeJS.ArrayBufferView
  | null
  | undefined;

/** An entry that makes a pipe of a standard stream. */
export type StdioPipe = StdioPipeNamed | undefined | null;
/** The same by name. */
export type StdioPipeNamed = 'pipe' | 'overlapped';
/** An entry that makes no pipe: the parent has no stream there. */
export type StdioNull = 'inherit' | 'ignore' | Stream;
/** The shorthands, each of which is also an entry. */
export type IOType = StdioPipeNamed | 'ignore' | 'inherit';

/** The `stdio` option: a shorthand, or an entry for each descriptor of the child. */
export type StdioOptions = IOType | StdioEntry[];
