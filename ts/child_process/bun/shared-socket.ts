import type { Readable } from 'node:stream';
import { nodeError } from '../../errors';
import { defineHidden } from '../../realm/define-property';

/** What Bun has under a socket. */
interface BunHandle {
  pause?(): void;
  resume?(): void;
  ref?(): void;
  unref?(): void;
}

/**
 * Refuses a stream for a child from which Bun has read bytes that nobody has taken: Bun reads
 * sockets at once, and the child would not get these.
 *
 * @throws `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM`
 */
export function refuseUntakenBytes(stream: object): void {
  const { readableLength = 0 } = stream as Partial<Readable>;
  if (readableLength === 0) return;
  const text = `A stream of which Bun has read ${readableLength} bytes already cannot be an entry of stdio: the child would not get them`;
  throw nodeError('TypeError', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', text);
}

/** Has Bun read a socket no more, which its `pause()` does not do, until the program resumes. */
export function stopReading(stream: object, ofStream: object): void {
  const handle: BunHandle = ofStream;
  const { resume } = stream as Partial<Readable>;
  if (handle.pause === undefined || resume === undefined) return;
  handle.pause();
  // As in Node, what is not read keeps no event loop alive.
  handle.unref?.();
  // Also a read that has begun would resume it.
  defineHidden(handle, 'resume', () => {});
  defineHidden(stream, 'resume', () => {
    handle.ref?.();
    delete handle.resume;
    delete (stream as Partial<Readable>).resume;
    return (stream as Readable).resume();
  });
}
