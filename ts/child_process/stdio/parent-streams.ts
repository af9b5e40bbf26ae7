import type { Socket } from 'node:net';
import { closeSync } from '../../node-builtins/kept-file-functions';
import { hasOwn } from '../../realm/primordials';
import { adoptSocket } from './adopt-socket';
import type { PlannedEntry } from './plan';
import { isLeftToChild, leaveToChild } from './shared-stream';

/** The parent's ends of a child's pipes, by the child's descriptor. */
export type ParentStreams = (Socket | null)[];

/**
 * Makes streams of the parent's ends. The descriptors are this call's: what it does not hand to a
 * stream it closes.
 *
 * @param entries - the plan
 * @param descriptors - the parent's ends by position; -1 where there is none
 */
export function connectStreams(entries: readonly PlannedEntry[], descriptors: readonly number[]): ParentStreams {
  const streams: ParentStreams = [];
  try {
    for (let position = 0; position < entries.length; position++) {
      const entry = entries[position] as PlannedEntry;
      if (entry.type === 'wrap') leaveToChild(entry.stream, entry.handle);
      const descriptor = isStream(entry) ? (descriptors[position] ?? -1) : -1;
      // Like Node's, every stream can be written to; that of standard input cannot be read.
      streams[position] = descriptor < 0 ? null : adoptSocket(descriptor, position > 0);
    }
  } catch (error) {
    for (let position = 0; position < descriptors.length; position++) {
      const descriptor = descriptors[position] ?? -1;
      if (streams[position]) streams[position]?.destroy();
      else if (descriptor >= 0) closeSync(descriptor);
    }
    throw error;
  }
  return streams;
}

/**
 * Closes ends that no stream gets.
 *
 * @param descriptors - the parent's ends by position; -1 where there is none
 */
export function closeEnds(descriptors: readonly number[]): void {
  for (let position = 0; position < descriptors.length; position++) {
    const descriptor = descriptors[position] as number;
    if (descriptor >= 0) closeSync(descriptor);
  }
}

/** Leaves reading the streams of this process that a plan names to the child. */
export function leaveAllToChild(entries: readonly PlannedEntry[]): void {
  for (let position = 0; position < entries.length; position++) {
    const entry = entries[position] as PlannedEntry;
    if (entry.type === 'wrap') leaveToChild(entry.stream, entry.handle);
  }
}

function isStream(entry: PlannedEntry): boolean {
  return (entry.type === 'pipe' || entry.type === 'overlapped') && !hasOwn(entry, 'ipc');
}

/**
 * Ends the streams that still read, although the other side has not closed them: who reads them
 * gets what has come, and then their end.
 */
export function endReading(streams: ParentStreams | undefined): void {
  for (let position = 1; position < (streams?.length ?? 0); position++) {
    const stream = streams?.[position];
    if (!stream || stream.destroyed) continue;
    const { _handle: handle } = stream as Socket & { _handle?: { readStop?: () => unknown } | null };
    if (stream.readableEnded || isLeftToChild(stream) || typeof handle?.readStop !== 'function') {
      // Nothing is left to read, or the runtime's sockets are not those of Node.
      stream.destroy();
    } else {
      handle.readStop();
      stream.push(null);
    }
  }
}

/** Drains the streams that the program does not read, so that they end and `'close'` comes. */
export function drainUnread(streams: readonly (Socket | null | undefined)[] | undefined): void {
  if (streams === undefined) return;
  for (let position = 0; position < streams.length; position++) {
    const stream = streams[position];
    if (stream?.readable && !isLeftToChild(stream)) stream.resume();
  }
}
