import { isView } from '../../realm/primordials';
import { ARRAY_BUFFER_VIEW, type HostObjectDelegates, OTHER_HOST_OBJECT } from './host-objects';

type ChannelSerializerClass = ReturnType<typeof makeSerializerClass>;

let serializerClass: ChannelSerializerClass | undefined;

function makeSerializerClass() {
  const { DefaultSerializer } = require('node:v8') as typeof import('node:v8');
  const delegates = DefaultSerializer.prototype as unknown as HostObjectDelegates;

  /**
   * Serializes as the channel of a Node process does: a host object that V8 does not know becomes a
   * plain object, as in JSON.
   */
  return class ChannelSerializer extends DefaultSerializer {
    // biome-ignore lint/complexity/noUselessConstructor: the default one iterates its arguments
    constructor() {
      super();
    }

    _writeHostObject(object: object): void {
      if (isView(object)) {
        this.writeUint32(ARRAY_BUFFER_VIEW);
        delegates._writeHostObject.call(this, object);
      } else {
        this.writeUint32(OTHER_HOST_OBJECT);
        this.writeValue({ ...object });
      }
    }

    /** The payload for a message. */
    payload(message: unknown): Buffer {
      this.writeHeader();
      this.writeValue(message);
      return this.releaseBuffer();
    }
  };
}

/**
 * What writes a payload. To be made when a channel is opened: only those that need `node:v8` load
 * it. It throws what `v8.Serializer` throws: a DataCloneError.
 */
export function payloadWriter(): (message: unknown) => Buffer {
  serializerClass ??= makeSerializerClass();
  return writePayload;
}

function writePayload(message: unknown): Buffer {
  return new (serializerClass as ChannelSerializerClass)().payload(message);
}
