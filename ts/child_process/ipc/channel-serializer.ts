import { types } from 'node:util';
import { DefaultSerializer } from 'node:v8';
import { ARRAY_BUFFER_VIEW, type HostObjectDelegates, OTHER_HOST_OBJECT } from './host-objects';

const delegates = DefaultSerializer.prototype as unknown as HostObjectDelegates;
const { getOwnPropertyDescriptor, keys } = Object;

/** Behind the header of two bytes, what the payload of an object begins with that is neither a collection nor of another kind of its own. */
const BEGIN_OBJECT = 0x6f;
const HEADER = 2;

/** Serializes as the channel of a Node process does: a host object that V8 does not know becomes a plain object, as in JSON. */
class ChannelSerializer extends DefaultSerializer {
  _writeHostObject(object: object): void {
    if (ArrayBuffer.isView(object)) {
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
}

/** How many messages one serializer writes, and how many bytes: it keeps them alive. */
const MOST_MESSAGES = 256;
const MOST_BYTES = 16 * 1024;
/** How many properties are looked at. */
const MOST_PROPERTIES = 32;

/**
 * Writes payloads, several by one serializer where that changes nothing: to make one takes three times as long as to write a small message with it.
 *
 * A serializer writes an object that it has met before as a reference to it. So only such messages share one as hold no other object, and that it has not met.
 */
export class PayloadWriter {
  #shared = new ChannelSerializer();
  readonly #met = new Set<object>();
  #bytes = 0;

  /**
   * The payload for a message.
   *
   * @throws what `v8.Serializer` throws: a DataCloneError
   */
  write(message: unknown): Buffer {
    if (!isFlat(message)) return new ChannelSerializer().payload(message);
    if (this.#met.size >= MOST_MESSAGES || this.#bytes >= MOST_BYTES || this.#met.has(message)) this.#renew();
    this.#met.add(message);
    let payload: Buffer;
    try {
      payload = this.#shared.payload(message);
    } catch (error) {
      this.#renew();
      throw error;
    }
    this.#bytes += payload.length;
    // An object of another kind, such as a Map with another prototype, holds more than its properties.
    return payload[HEADER] === BEGIN_OBJECT ? payload : new ChannelSerializer().payload(message);
  }

  #renew(): void {
    this.#shared = new ChannelSerializer();
    this.#met.clear();
    this.#bytes = 0;
  }
}

/** Whether a message is an object with few properties, none of which is an object or has a getter. Nothing of the program runs. */
function isFlat(message: unknown): message is object {
  if (typeof message !== 'object' || message === null || types.isProxy(message) || Array.isArray(message)) return false;
  const names = keys(message);
  if (names.length > MOST_PROPERTIES) return false;
  for (const name of names) {
    const property = getOwnPropertyDescriptor(message, name);
    if (property === undefined || property.get !== undefined || property.set !== undefined) return false;
    if (typeof property.value === 'object' && property.value !== null) return false;
  }
  return true;
}
