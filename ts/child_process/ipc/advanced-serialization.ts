import { isEnabled } from '../../fast-paths';
import { readBatch } from './batch';
import { payloadReader } from './channel-deserializer';
import { payloadWriter } from './channel-serializer';
import { flatParts } from './flat-message';
import { writtenPayload } from './payloads/writer';
import type { MessageSerialization } from './serialization';
import { SerializedMessage } from './serialized-message';

const WRITES_PAYLOADS = isEnabled('payload-writer');
const WRITES_NATIVELY = isEnabled('flat-payloads');

/**
 * `serialization: 'advanced'`: each message is in V8's structured-clone format, with Node's tags
 * for host objects.
 */
export class AdvancedSerialization implements MessageSerialization {
  readonly #write = payloadWriter();
  readonly #read = payloadReader();

  serialize(message: unknown): Buffer {
    return (WRITES_PAYLOADS ? writtenPayload(message) : undefined) ?? this.#write(message);
  }

  serializeInParts(message: unknown): Buffer | string | unknown[] {
    if (typeof message === 'string' && WRITES_NATIVELY) return message;
    if (message instanceof SerializedMessage) return message.content as Buffer;
    const parts = WRITES_NATIVELY ? flatParts(message) : undefined;
    return parts !== undefined && parts.length > 0 ? parts : this.serialize(message);
  }

  deserialize(
    frames: string | readonly string[] | Buffer,
    firstLength: number | undefined,
    longStrings: readonly unknown[],
  ): unknown[] {
    return typeof frames === 'string' ? readBatch(frames, longStrings) : this.#read(frames as Buffer, firstLength ?? 0);
  }
}
