/** Payloads of `serialization: 'advanced'`, written and read with V8's serializer and without. */
import { DefaultDeserializer } from 'node:v8';
import { internal } from '../../support/internals';

export const { writtenPayload } = internal<{ writtenPayload(message: unknown): Buffer | undefined }>(
  'child_process/ipc/payloads/writer',
);
export const { readPayload } = internal<{ readPayload(payloads: Buffer, start: number, end: number): unknown }>(
  'child_process/ipc/payloads/reader',
);
export const { UNREAD } = internal<{ UNREAD: symbol }>('child_process/ipc/payloads/input');
const { payloadWriter } = internal<{ payloadWriter(): (message: unknown) => Buffer }>(
  'child_process/ipc/channel-serializer',
);
export const writeByV8 = payloadWriter();

/** Reads as a child of Node does. */
class NodesDeserializer extends DefaultDeserializer {
  _readHostObject(): unknown {
    const inherited = DefaultDeserializer.prototype as unknown as { _readHostObject(): unknown };
    const tag = this.readUint32();
    if (tag === 0) return inherited._readHostObject.call(this);
    if (tag === 1) return this.readValue();
    throw new Error(`no such tag: ${tag}`);
  }
}

/** The message that V8 reads; nothing for a payload that it refuses. */
export function readByV8(payload: Buffer): { message: unknown } | undefined {
  try {
    const deserializer = new NodesDeserializer(payload);
    deserializer.readHeader();
    return { message: deserializer.readValue() };
  } catch {
    return undefined;
  }
}

export const HOLES = Object.assign(new Array(3), { 0: 1, 2: 3 });
