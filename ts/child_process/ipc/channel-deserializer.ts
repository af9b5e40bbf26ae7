import { Buffer } from 'node:buffer';
import { isEnabled } from '../../fast-paths';
import { ARRAY_BUFFER_VIEW, type HostObjectDelegates, OTHER_HOST_OBJECT } from './host-objects';
import { readUntilMalformed } from './malformed-message';

const IS_SHARED = isEnabled('shared-deserializer');
// Kept from before any program could replace them.
const { indexOf, readUInt32BE, subarray } = Buffer.prototype;

/**
 * The byte that begins a reference to an earlier object in a payload. It may also be part of other
 * data.
 */
const REFERENCE = 0x5e;

/** What a payload begins with. One without it is read by the rules of the first version. */
const HEADER = 0xff;

type ChannelDeserializerClass = ReturnType<typeof makeDeserializerClass>;
type ChannelDeserializer = InstanceType<ChannelDeserializerClass>;

let deserializerClass: ChannelDeserializerClass | undefined;

function makeDeserializerClass() {
  const { DefaultDeserializer, Deserializer } = require('node:v8') as typeof import('node:v8');
  const delegates = DefaultDeserializer.prototype as unknown as HostObjectDelegates;

  /**
   * Not a DefaultDeserializer: the constructor of that class, which has none of its own, iterates
   * its arguments by a method that a program may have replaced.
   */
  return class ChannelDeserializer extends Deserializer {
    constructor(bytes: Buffer) {
      super(bytes);
    }

    _readHostObject(): unknown {
      const tag = delegates.readUint32.call(this);
      if (tag === ARRAY_BUFFER_VIEW) return delegates._readHostObject.call(this);
      if (tag === OTHER_HOST_OBJECT) return this.readValue();
      throw new Error(`Unable to deserialize a host object with the tag ${tag}.`);
    }

    /** Skips so many bytes, and returns the position before them. */
    skip(count: number): number {
      return delegates._readRawBytes.call(this, count);
    }

    message(): unknown {
      this.readHeader();
      return this.readValue();
    }
  };
}

/**
 * What reads payloads ({@link readPayloads}). To be made when a channel is opened: only those that
 * need `node:v8` load it, and not as late as with a message.
 */
export function payloadReader(): typeof readPayloads {
  deserializerClass ??= makeDeserializerClass();
  return readPayloads;
}

/** Payloads that are longer than this many bytes are read faster by a deserializer for each. */
const MAX_SHARED_LENGTH = 4096;

/** Between two payloads: the length of the second, most significant byte first. */
const LENGTH_FIELD = 4;

/**
 * The messages of payloads, in order; the last one is a `MalformedMessage` if a payload could not
 * be read.
 *
 * @param bytes - the payloads, and before each but the first its length
 * @param firstLength - the length of the first
 */
function readPayloads(bytes: Buffer, firstLength: number): unknown[] {
  const messages: unknown[] = [];
  const isShared = IS_SHARED && firstLength <= MAX_SHARED_LENGTH;
  const start = isShared ? readTogether(bytes, firstLength, messages) : 0;
  if (start <= bytes.length) readOneByOne(bytes, start, firstLength, messages);
  return messages;
}

/**
 * Reads messages with one deserializer, since making one takes longer than reading a small message.
 * Stops at the first payload that cannot be read, or is longer than its message. A payload with
 * references gets a deserializer of its own, because references are numbered from its first object.
 *
 * @returns where the payload begins at which it stopped; behind the end when it read all
 */
function readTogether(bytes: Buffer, firstLength: number, messages: unknown[]): number {
  let reader: ChannelDeserializer | undefined;
  let base = 0;
  let start = 0;
  let reference = indexOf.call(bytes, REFERENCE);
  try {
    while (start <= bytes.length) {
      const end = endOf(bytes, start, firstLength);
      if (bytes[start] !== HEADER) break;
      if (reference >= 0 && reference < start) reference = indexOf.call(bytes, REFERENCE, start);
      if (reader === undefined || (reference >= 0 && reference < end)) {
        reader = newDeserializer(start === 0 ? bytes : (subarray.call(bytes, start) as Buffer));
        base = start;
      } else {
        reader.skip(LENGTH_FIELD);
      }
      const message = reader.message();
      if (base + reader.skip(0) !== end) break;
      messages[messages.length] = message;
      start = end + LENGTH_FIELD;
    }
  } catch {
    // The payload is read again by itself, which gives the error.
  }
  return start;
}

function readOneByOne(bytes: Buffer, first: number, firstLength: number, messages: unknown[]): void {
  let start = first;
  readUntilMalformed(messages, () => {
    const end = endOf(bytes, start, firstLength);
    messages[messages.length] = newDeserializer(subarray.call(bytes, start, end) as Buffer).message();
    start = end + LENGTH_FIELD;
    return start <= bytes.length;
  });
}

function newDeserializer(bytes: Buffer): ChannelDeserializer {
  return new (deserializerClass as ChannelDeserializerClass)(bytes);
}

/** Where the payload that begins at `start` ends. */
function endOf(bytes: Buffer, start: number, firstLength: number): number {
  return start + (start === 0 ? firstLength : readUInt32BE.call(bytes, start - LENGTH_FIELD));
}
