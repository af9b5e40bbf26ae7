import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { apply, arrayJoin, stringSlice } from '../../realm/primordials';
import type { LateStreams } from '../stdio/late-streams';

// Kept from before any program could replace them.
const { byteLength, concat } = Buffer;
const { subarray } = Buffer.prototype;
const { floor, max, min } = Math;

/** The most bytes of an output that the addon collects: 64 KiB. */
const MOST_HELD = 64 * 1024;

/** What a child writes to one stream, kept up to a number of bytes. */
export class CollectedOutput {
  readonly #chunks: (string | Buffer)[] = [];
  readonly #encoding: BufferEncoding | null;
  readonly #maxBuffer: number;
  readonly #onOverflow: () => void;
  #stream: Readable | undefined;
  #late: LateStreams | undefined;
  #position = 0;
  #bytes = 0;

  /**
   * @param encoding - how to decode it; `null` keeps Buffers
   * @param maxBuffer - the limit in bytes
   * @param onOverflow - called when the limit is passed, with what is within it kept
   */
  constructor(encoding: BufferEncoding | null, maxBuffer: number, onOverflow: () => void) {
    this.#encoding = encoding;
    this.#maxBuffer = maxBuffer;
    this.#onOverflow = onOverflow;
  }

  /** Collects from a stream; from `null`, nothing. */
  attach(stream: Readable | null): void {
    if (!stream) return;
    this.#stream = stream;
    if (this.#encoding) stream.setEncoding(this.#encoding);
    stream.on('data', (chunk: string | Buffer) => {
      if (!this.#add(chunk, this.#maxBuffer)) this.#onOverflow();
    });
  }

  /** Collects what comes from a pipe of which there is no stream yet. */
  attachLate(late: LateStreams, position: number): void {
    this.#late = late;
    this.#position = position;
    // A character counts for up to three bytes, where bytes are none.
    late.collect(position, min(MOST_HELD, floor(this.#maxBuffer / 3)), this);
  }

  /** All that was collected: a string where something decoded it, here or in the caller's hands. */
  get result(): string | Buffer {
    if (this.#stream === undefined && this.#late !== undefined) return this.#decoded(this.#late.output(this.#position));
    if (this.#encoding || this.#stream?.readableEncoding) return arrayJoin(this.#chunks, '');
    return concat(this.#chunks as Buffer[]);
  }

  #decoded(bytes: Uint8Array | undefined): string | Buffer {
    if (bytes === undefined) return this.#encoding === null ? concat([]) : '';
    // By what a stream decodes with, which calls no method of a Buffer that a program may replace.
    return this.#encoding === null ? (bytes as Buffer) : new StringDecoder(this.#encoding).end(bytes as Buffer);
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
