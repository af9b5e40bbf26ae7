import { Socket } from 'node:net';
import { errorNumber, systemError } from '../../errors';
import { defineProperty } from '../../realm/define-property';

type Callback = (error?: Error | null) => void;

/**
 * The parent's end of a pipe that a child reads. Bun reads such a socket, too, and so learns from
 * the system that the child has closed its side with bytes unread. In Node, which does not, that is
 * an error only where something is written: `EPIPE`.
 */
export class WritingEnd extends Socket {
  override destroy(error?: Error, callback?: Callback): this {
    const isWriting = this.writableLength > 0;
    // The next write fails; without one, there is nothing to report.
    if (isOfReader(error) && !isWriting && !this.writableEnded) return this;
    const reported = !isOfReader(error) ? error : isWriting ? brokenPipe() : undefined;
    return (super.destroy as (error?: Error, callback?: Callback) => this)(reported, callback);
  }

  override _write(chunk: unknown, encoding: BufferEncoding, callback: Callback): void {
    super._write(chunk, encoding, this.#asOfWriter(callback));
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], callback: Callback): void {
    super._writev?.(chunks, this.#asOfWriter(callback));
  }

  /** What is dropped, since the stream has failed, fails for the same reason. */
  #asOfWriter(callback: Callback): Callback {
    return (error) => callback(error && (this.errored ?? (isOfReader(error) ? brokenPipe() : error)));
  }
}
defineProperty(WritingEnd, 'name', { value: 'Socket' });

/** Whether an error says that the connection is over, which a reader learns. */
function isOfReader(error: NodeJS.ErrnoException | null | undefined): boolean {
  return error?.code === 'ECONNRESET' || error?.code === 'ERR_SOCKET_CLOSED';
}

function brokenPipe(): Error {
  return systemError(errorNumber('EPIPE'), 'write');
}
