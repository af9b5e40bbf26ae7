import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { apply, arrayJoin, stringSlice } from '../../primordials';

// Kept from before any program could replace them.
const { byteLength, concat } = Buffer;
const { subarray } = Buffer.prototype;
const { max } = Math;

/** What a child writes to one stream, kept up to a number of bytes. */
export class CollectedOutput {
  readonly #chunks: (string | Buffer)[] = [];
  readonly #stream: Readable | null;
  readonly #encoding: BufferEncoding | null;
  #bytes = 0;

  /**
   * @param stream - the stream; `null` collects nothing
   * @param encoding - how to decode it; `null` keeps Buffers
   * @param maxBuffer - the limit in bytes
   * @param onOverflow - called when the limit is passed, with what is within it kept
   */
  constructor(stream: Readable | null, encoding: BufferEncoding | null, maxBuffer: number, onOverflow: () => void) {
    this.#stream = stream;
    this.#encoding = encoding;
    if (!stream) return;
    if (encoding) stream.setEncoding(encoding);
    stream.on('data', (chunk: string | Buffer) => {
      if (!this.#add(chunk, maxBuffer)) onOverflow();
    });
  }

  /** All that was collected: a string where something decoded it, here or in the caller's hands. */
  get result(): string | Buffer {
    if (this.#encoding || this.#stream?.readableEncoding) return arrayJoin(this.#chunks, '');
    return concat(this.#chunks as Buffer[]);
  }

  #add(chunk: string | Buffer, maxBuffer: number): boolean {
    const length =
      typeof chunk === 'string' ? byteLength(chunk, this.#stream?.readableEncoding ?? 'utf8') : chunk.length;
    const space = maxBuffer - this.#bytes;
    this.#bytes += length;
    const fits = length <= space;
    this.#chunks[this.#chunks.length] = fits ? chunk : firstPart(chunk, space);
    return fits;
  }
}

function firstPart(chunk: string | Buffer, space: number): string | Buffer {
  const length = max(space, 0);
  return typeof chunk === 'string' ? stringSlice(chunk, 0, length) : (apply(subarray, chunk, [0, length]) as Buffer);
}
