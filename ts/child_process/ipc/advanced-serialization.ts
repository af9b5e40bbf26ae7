import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import { readUntilMalformed } from './malformed-message';
import type { MessageSerialization } from './serialization';

/** On Node's wire, before a typed array, Buffer or DataView, as `v8.DefaultSerializer` writes it. */
const ARRAY_BUFFER_VIEW = 0;
/** On Node's wire, before any other host object, of which the own enumerable properties are sent. */
const OTHER_HOST_OBJECT = 1;

/** The parts of V8's serializers that are not among their public types: the delegates for host objects. */
interface HostObjectDelegates {
  _writeHostObject(object: object): void;
  _readHostObject(): unknown;
  readUint32(): number;
}

const writerDelegates = DefaultSerializer.prototype as unknown as HostObjectDelegates;
const readerDelegates = DefaultDeserializer.prototype as unknown as HostObjectDelegates;

/** Serializes as the channel of a Node process does: a host object that V8 does not know becomes a plain object, as in JSON. */
class ChannelSerializer extends DefaultSerializer {
  _writeHostObject(object: object): void {
    if (ArrayBuffer.isView(object)) {
      this.writeUint32(ARRAY_BUFFER_VIEW);
      writerDelegates._writeHostObject.call(this, object);
    } else {
      this.writeUint32(OTHER_HOST_OBJECT);
      this.writeValue({ ...object });
    }
  }
}

class ChannelDeserializer extends DefaultDeserializer {
  _readHostObject(): unknown {
    const tag = readerDelegates.readUint32.call(this);
    if (tag === ARRAY_BUFFER_VIEW) return readerDelegates._readHostObject.call(this);
    if (tag === OTHER_HOST_OBJECT) return this.readValue();
    throw new Error(`Unable to deserialize a host object with the tag ${tag}.`);
  }
}

/** `serialization: 'advanced'`: each message is in V8's structured-clone format, with Node's tags for host objects. */
export const advancedSerialization: MessageSerialization = {
  serialize,
  serializeInPieces: serialize,

  deserialize(frames, ranges = new Uint32Array()) {
    return readUntilMalformed(payloads(frames as Buffer, ranges), (payload) => {
      const deserializer = new ChannelDeserializer(payload);
      deserializer.readHeader();
      return deserializer.readValue();
    });
  },
};

function serialize(message: unknown): Buffer {
  const serializer = new ChannelSerializer();
  serializer.writeHeader();
  serializer.writeValue(message);
  return serializer.releaseBuffer();
}

function* payloads(bytes: Buffer, ranges: Uint32Array): Generator<Buffer> {
  for (let index = 0; index < ranges.length; index += 2) {
    yield bytes.subarray(ranges[index], ranges[index + 1]);
  }
}
