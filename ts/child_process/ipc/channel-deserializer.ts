import { Buffer } from 'node:buffer';
import { isEnabled } from '../../fast-paths';
import { ARRAY_BUFFER_VIEW, type HostObjectDelegates, OTHER_HOST_OBJECT } from './host-objects';
import { MalformedMessage } from './malformed-message';
import { UNREAD } from './payloads/input';
import { readPayload } from './payloads/reader';

const READS_PAYLOADS = isEnabled('payload-reader');
// Kept from before any program could replace them.
const { readUInt32BE, subarray } = Buffer.prototype;

type ChannelDeserializerClass = ReturnType<typeof makeDeserializerClass>;

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
  try {
    for (let start = 0; start <= bytes.length; ) {
      const end = start + (start === 0 ? firstLength : readUInt32BE.call(bytes, start - LENGTH_FIELD));
      const plain = READS_PAYLOADS ? readPayload(bytes, start, end) : UNREAD;
      const isRead = plain !== UNREAD;
      messages[messages.length] = isRead ? plain : newDeserializer(subarray.call(bytes, start, end)).message();
      start = end + LENGTH_FIELD;
    }
  } catch (cause) {
    messages[messages.length] = new MalformedMessage(cause);
  }
  return messages;
}

function newDeserializer(bytes: Buffer): InstanceType<ChannelDeserializerClass> {
  return new (deserializerClass as ChannelDeserializerClass)(bytes);
}
