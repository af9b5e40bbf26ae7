import { inspect } from 'node:util';
import { invalidArgumentValue, type NodeError, nodeError } from '../../errors';
import { arrayMap, hasOwn, isArray, isView } from '../../realm/primordials';
import { SafeMap } from '../../realm/safe-collections';
import { deviations } from '../deviations';
import { inBun } from '../load-in-bun';
import type { StdioEntry, StdioOptions } from '../types/stdio';
import { handleOf, type StreamHandle } from './shared-stream';
import { stdioStringToArray } from './shorthand';

/** What one descriptor of the child is, with what the parent needs to know of it. */
export type PlannedEntry =
  | { readonly type: 'ignore' }
  | { readonly type: 'closed' }
  | { readonly type: 'pipe' | 'overlapped'; readonly ipc?: true; readonly input?: string | NodeJS.ArrayBufferView }
  | { readonly type: 'inherit' | 'fd'; readonly fd: number }
  | { readonly type: 'wrap'; readonly handle: StreamHandle; readonly stream: object };

/** A whole plan. */
export interface StdioPlan {
  readonly entries: readonly PlannedEntry[];
  /** The child's descriptor of the IPC channel. */
  readonly channel: number | undefined;
}

/**
 * Reads the `stdio` option. At least the three standard descriptors are planned.
 *
 * @param stdio - the option
 * @param synchronous - whether a synchronous function asks: it takes data as entries, and no
 * channel
 * @throws `ERR_INVALID_ARG_VALUE`, `ERR_INVALID_SYNC_FORK_INPUT`, `ERR_IPC_ONE_PIPE`,
 * `ERR_IPC_SYNC_FORK`
 */
export function planStdio(stdio: StdioOptions, synchronous: boolean): StdioPlan {
  if (typeof stdio === 'string') return planShorthand(stdio);
  const given = stdio;
  if (!isArray(given)) throw invalidArgumentValue('stdio', given);
  // Like Node, fill the caller's own array up: a sparse one would be read as shorter than it is.
  while (given.length < 3) given[given.length] = undefined;
  let channel: number | undefined;
  const entries = arrayMap(given, (entry, position) => {
    const planned = planEntry(entry, position, synchronous);
    if (!hasOwn(planned, 'ipc')) return planned;
    if (channel !== undefined) throw nodeError('Error', 'ERR_IPC_ONE_PIPE', 'Child process can have only one IPC pipe');
    channel = position;
    return planned;
  });
  return { entries, channel };
}

/** The plans of shorthands, each made once: nothing in them depends on the spawn. */
const shorthands = new SafeMap<string, StdioPlan>();

function planShorthand(stdio: string): StdioPlan {
  const known = shorthands.get(stdio);
  if (known) return known;
  const entries = arrayMap(stdioStringToArray(stdio), (entry, position) => planEntry(entry, position, false));
  const plan = { entries, channel: undefined };
  shorthands.set(stdio, plan);
  return plan;
}

function planEntry(entry: StdioEntry, position: number, synchronous: boolean): PlannedEntry {
  const wanted = entry ?? (position < 3 ? 'pipe' : 'ignore');
  switch (wanted) {
    case 'ignore':
      return ignored(position);
    case 'pipe':
    case 'overlapped':
      return { type: wanted };
    case 'ipc':
      if (synchronous) throw nodeError('Error', 'ERR_IPC_SYNC_FORK', 'IPC cannot be used with synchronous forks');
      return { type: 'pipe', ipc: true };
    case 'inherit':
      return inheritedEntry(position);
    default:
      return typeof wanted === 'number' ? byNumber(wanted) : shared(wanted, synchronous);
  }
}

function ignored(position: number): PlannedEntry {
  const leaveClosed = position >= 3 && deviations().beyondStandardStreams === 'as Node';
  return { type: leaveClosed ? 'closed' : 'ignore' };
}

function inheritedEntry(position: number): PlannedEntry {
  if (position >= 3 && deviations().beyondStandardStreams === 'null device') return ignored(position);
  return { type: 'inherit', fd: position };
}

/** A negative number is no descriptor: Node makes a pipe of it. */
function byNumber(descriptor: number): PlannedEntry {
  return descriptor < 0 ? { type: 'pipe' } : { type: 'fd', fd: descriptor };
}

function shared(value: string | object, synchronous: boolean): PlannedEntry {
  if (typeof value === 'string' || isView(value)) {
    if (synchronous) return { type: 'pipe', input: value as string | NodeJS.ArrayBufferView };
    throw dataInAsynchronousStdio(value);
  }
  const { fd } = value as { readonly fd?: unknown };
  if (typeof fd === 'number') return { type: 'fd', fd };
  const handle = handleOf(value);
  if (!handle) throw invalidArgumentValue('stdio', value);
  inBun()?.refuseUntakenBytes(value);
  return { type: 'wrap', handle, stream: value };
}

function dataInAsynchronousStdio(value: unknown): NodeError {
  const text = `Asynchronous forks do not support Buffer, TypedArray, DataView or string input: ${inspect(value)}`;
  return nodeError('TypeError', 'ERR_INVALID_SYNC_FORK_INPUT', text);
}
