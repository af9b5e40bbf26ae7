import type { Stream } from 'node:stream';

/** What one descriptor of a child is to be (specification, 2.4). */
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

/** The `stdio` option: a shorthand, or an entry for each descriptor of the child. */
export type StdioOptions = 'pipe' | 'overlapped' | 'ignore' | 'inherit' | StdioEntry[];
