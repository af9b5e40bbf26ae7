import { isEnabled } from '../../fast-paths';
import { flatNames } from './flat-message';
import { ARRAY_BUFFER_VIEW, type HostObjectDelegates, OTHER_HOST_OBJECT } from './host-objects';

const { isView } = ArrayBuffer;

const IS_SHARED = isEnabled('shared-serializer');

/** Behind the header of two bytes, what the payload of an ordinary object begins with. */
const BEGIN_OBJECT = 0x6f;
const HEADER = 2;

type ChannelSerializerClass = ReturnType<typeof makeSerializerClass>;
type ChannelSerializer = InstanceType<ChannelSerializerClass>;

let serializerClass: ChannelSerializerClass | undefined;

/** To be called when a channel is opened: only those that need `node:v8` load it. */
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

/** How many messages one serializer writes: it keeps them alive until the end of the turn. */
const MAX_MESSAGES = 256;
/**
 * How many units the strings of a message have at most that shares a serializer. For longer ones
 * there is little to gain, and much to keep alive.
 */
const MAX_UNITS = 512;

/**
 * Writes payloads, those of small flat objects in one turn by one serializer: to make one takes as
 * long as to write a small message with it.
 *
 * A serializer writes an object that it has met before as a reference to it. So only such messages
 * share one as hold no other object; if it is met again itself, the payload shows that.
 */
export class PayloadWriter {
  readonly #Serializer: ChannelSerializerClass;
  #shared: ChannelSerializer | undefined;
  #messages = 0;
  /** The last message that the shared serializer has written. */
  #last: unknown;

  constructor() {
    serializerClass ??= makeSerializerClass();
    this.#Serializer = serializerClass;
  }

  /**
   * The payload for a message.
   *
   * @throws what `v8.Serializer` throws: a DataCloneError
   */
  write(message: unknown): Buffer {
    // One that is sent again would be written as a reference, and so twice.
    if (!IS_SHARED || message === this.#last || !isSmall(message)) {
      return new this.#Serializer().payload(message);
    }
    this.#last = message;
    const serializer = this.#shared ?? new this.#Serializer();
    // Not used again if it throws.
    this.#shared = undefined;
    const payload = serializer.payload(message);
    if (payload[HEADER] !== BEGIN_OBJECT) return new this.#Serializer().payload(message);
    this.#messages += 1;
    if (this.#messages < MAX_MESSAGES) this.#shared = serializer;
    else this.#messages = 0;
    return payload;
  }

  /** Lets go of the messages that were written. */
  endTurn(): void {
    this.#shared = undefined;
    this.#messages = 0;
    this.#last = undefined;
  }
}

/** Whether a message is a flat object with little text. Nothing of the program runs. */
function isSmall(message: unknown): boolean {
  const names = flatNames(message);
  if (names === undefined) return false;
  let units = 0;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const value = (message as Record<string, unknown>)[name];
    if (typeof value === 'symbol') return false;
    units += name.length + (typeof value === 'string' ? value.length : 0);
  }
  return units <= MAX_UNITS;
}
