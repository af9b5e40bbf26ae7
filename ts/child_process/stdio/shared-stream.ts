import type { Readable } from 'node:stream';
import { versions } from '../../kept-process';
import { arrayFind, arrayIncludes } from '../../realm/primordials';
import { SafeWeakSet } from '../../realm/safe-collections';
import { inBun } from '../load-in-bun';

/** The object of Node's under a stream that holds a descriptor: `Pipe`, `TTY`, `TCP`, `UDP`. */
export interface StreamHandle {
  readonly fd: number;
  reading?: boolean;
  readStop?(): void;
}

/** Of Node; `PipeWrap` is Deno's. */
const HANDLE_CLASSES = ['Pipe', 'TTY', 'TCP', 'UDP', 'PipeWrap'];

/** Streams that a child has: what they still hold is the child's to read. */
const usedByChildren = new SafeWeakSet<object>();

/** The handle under a stream, or the value itself where it is one. */
export function handleOf(stream: object): StreamHandle | undefined {
  const { handle, _handle } = stream as { handle?: unknown; _handle?: unknown };
  return (
    (arrayFind([stream, handle, _handle], isHandle) as StreamHandle | undefined) ??
    (isHandleOfBun(_handle) ? _handle : undefined)
  );
}

function isHandle(value: unknown): value is StreamHandle {
  return (
    typeof value === 'object' &&
    value !== null &&
    arrayIncludes(HANDLE_CLASSES, value.constructor?.name) &&
    'fd' in value
  );
}

/** Bun's have no class, but know their descriptor. */
function isHandleOfBun(value: unknown): value is StreamHandle {
  return versions.bun !== undefined && typeof (value as StreamHandle | undefined)?.fd === 'number';
}

/** Leaves reading a stream to the child that has it now: two readers would each get a part. */
export function leaveToChild(stream: object, handle: StreamHandle): void {
  handle.reading = false;
  handle.readStop?.();
  const readable = stream as Partial<Readable> & {
    readableFlowing?: boolean | null;
    _readableState?: { reading: boolean };
  };
  readable.pause?.();
  if ('readableFlowing' in readable) readable.readableFlowing = false;
  if (readable._readableState) readable._readableState.reading = false;
  inBun()?.stopReading(stream, handle);
  usedByChildren.add(stream);
}

/** Whether a stream was left to a child. */
export function isLeftToChild(stream: object): boolean {
  return usedByChildren.has(stream);
}
