import { payloadReader } from './channel-deserializer';
import { PayloadWriter } from './channel-serializer';
import type { MessageSerialization } from './serialization';

/**
 * `serialization: 'advanced'`: each message is in V8's structured-clone format, with Node's tags
 * for host objects.
 */
export class AdvancedSerialization implements MessageSerialization {
  readonly #writer = new PayloadWriter();
  readonly #read = payloadReader();

  serialize(message: unknown): Buffer {
    return this.#writer.write(message);
  }

  serializeInPieces(message: unknown): Buffer {
    return this.#writer.write(message);
  }

  endTurn(): void {
    this.#writer.endTurn();
  }

  deserialize(frames: string | readonly string[] | Buffer, firstLength = 0): unknown[] {
    return this.#read(frames as Buffer, firstLength);
  }
}
