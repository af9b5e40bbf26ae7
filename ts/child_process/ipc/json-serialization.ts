import { invalidArgumentType } from '../../errors';
import { readUntilMalformed } from './malformed-message';
import { MESSAGE_TYPES } from './message-types';
import type { MessageSerialization } from './serialization';

/** `serialization: 'json'`: each message is a JSON text. */
export const jsonSerialization: MessageSerialization = {
  serialize(message) {
    const text: string | undefined = JSON.stringify(message);
    // A `toJSON` may return nothing. Node then sends the word "undefined", which its reader cannot parse.
    if (text === undefined) throw invalidArgumentType('message', MESSAGE_TYPES, undefined);
    return text;
  },

  deserialize(frames) {
    if (typeof frames === 'string') return JSON.parse(frames) as unknown[];
    return readUntilMalformed(frames as readonly string[], (frame) => JSON.parse(frame));
  },
};
