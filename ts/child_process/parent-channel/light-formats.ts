import { nodeSymbol } from '../../node-symbol';
import { apply, keptFunctions, textIndexOf, textSlice } from '../../realm/kept-functions';
import type { NodesPipe } from '../ipc/nodes-end';

/** What Node's end writes: a text with its newline, or a payload behind its length. */
export type Frame = string | Uint8Array;

/** How messages are bytes on Node's end of the channel, as far as light traffic needs it. */
export interface LightFormat {
  /** The function of Node's handle that writes a frame. */
  readonly writes: 'writeUtf8String' | 'writeBuffer';
  /** The size of a frame in bytes. */
  sizeOf(frame: Frame): number;
  /** What our end sends of a frame; nothing where `toJSON` of the message has returned nothing. */
  contentOf(frame: Frame): Frame | undefined;
  /**
   * Adds the messages in what was read, and returns how many; {@link NOT_WHOLE} when it does not
   * end with a message, or is not as expected. Throws what parsing throws.
   */
  read(bytes: Uint8Array, length: number, messages: Record<number, unknown>): number;
}

export const NOT_WHOLE = -1;

/** The format of a channel; nothing where Node has another. */
export function formatOf(handle: NodesPipe): LightFormat | undefined {
  if (nodeSymbol(handle, 'kJSONBuffer') !== undefined) return texts();
  return nodeSymbol(handle, 'kMessageBuffer') === undefined ? undefined : payloads();
}

const NEWLINE = 10;

/** What `JSON.stringify` makes of a message whose `toJSON` returns nothing, as Node sends it. */
const NO_TEXT = 'undefined\n';

/** What bytes are decoded to that are no character. Not as text: each text of ours is ASCII. */
const NOT_DECODED = String.fromCharCode(0xff_fd);

/** Longer texts are not measured: they are too much whatever their bytes. */
const LONG_TEXT = 32_768;

function texts(): LightFormat {
  const { byteLength } = Buffer;
  const { utf8Slice } = Buffer.prototype as unknown as { utf8Slice(start: number, end: number): string };
  const parse = keptFunctions[38] as typeof JSON.parse;
  return {
    writes: 'writeUtf8String',
    sizeOf: (text) => (text.length > LONG_TEXT ? text.length : byteLength(text)),
    contentOf: (text) => (text === NO_TEXT ? undefined : (apply(textSlice, text, [0, -1]) as string)),
    read(bytes, length, messages) {
      if (bytes[length - 1] !== NEWLINE) return NOT_WHOLE;
      const text = apply(utf8Slice, bytes, [0, length]) as string;
      if ((apply(textIndexOf, text, [NOT_DECODED]) as number) >= 0) return NOT_WHOLE;
      let count = 0;
      for (let start = 0; start < text.length; count++) {
        const end = apply(textIndexOf, text, ['\n', start]) as number;
        messages[count] = parse(apply(textSlice, text, [start, end]) as string);
        start = end + 1;
      }
      return count;
    },
  };
}

/** In bytes, of the length before a payload. */
const LENGTH_FIELD = 4;

/** Without what Node adds to V8's format, as for Buffers: of that, reading throws. */
function payloads(): LightFormat {
  const { Deserializer } = require('node:v8') as typeof import('node:v8');
  const { readHeader, readValue } = Deserializer.prototype;
  const { subarray } = Uint8Array.prototype;
  return {
    writes: 'writeBuffer',
    sizeOf: (frame) => frame.length,
    contentOf: (frame) => apply(subarray, frame, [LENGTH_FIELD]) as Uint8Array,
    read(bytes, length, messages) {
      let count = 0;
      for (let start = 0; start < length; count++) {
        const payload = start + LENGTH_FIELD;
        const end = payload + lengthAt(bytes, start);
        // Also where the length itself is cut off.
        if (end > length) return NOT_WHOLE;
        const deserializer = new Deserializer(apply(subarray, bytes, [payload, end]) as Uint8Array);
        apply(readHeader, deserializer, []);
        messages[count] = apply(readValue, deserializer, []);
        start = end;
      }
      return count;
    },
  };
}

/** Its most significant byte comes first. */
function lengthAt(bytes: Uint8Array, start: number): number {
  let length = 0;
  for (let index = start; index < start + LENGTH_FIELD; index++) length = length * 0x100 + (bytes[index] as number);
  return length;
}
