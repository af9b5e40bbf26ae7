import { invalidArgumentType } from '../../errors';
import { isEnabled } from '../../fast-paths';
import { parseJson, stringifyJson } from '../../realm/primordials';
import { readBatch } from './batch';
import { LONG_TEXT, stringifyInPieces } from './json-pieces';
import { MalformedMessage } from './malformed-message';
import { MESSAGE_TYPES } from './message-types';
import type { MessageSerialization } from './serialization';
import { SerializedMessage } from './serialized-message';

const IN_PIECES = isEnabled('json-pieces');

/**
 * `serialization: 'json'`: each message is a JSON text.
 *
 * Whether a message is better made in pieces is only known by looking into it, which would cost the
 * small ones too much: it is tried when the message before was long.
 */
export class JsonSerialization implements MessageSerialization {
  #wasLong = false;

  serialize(message: unknown): string {
    return this.#checked(stringifyJson(message));
  }

  #checked(text: string | undefined): string {
    // A `toJSON` may return nothing. Node then sends the word "undefined", which its reader cannot
    // parse.
    if (text === undefined) throw invalidArgumentType('message', MESSAGE_TYPES, undefined);
    this.#wasLong = text.length >= LONG_TEXT;
    return text;
  }

  serializeInParts(message: unknown): string | unknown[] {
    if (message instanceof SerializedMessage) return this.#checked(message.content as string | undefined);
    if (!IN_PIECES || (!this.#wasLong && typeof message !== 'string')) return this.serialize(message);
    return stringifyInPieces(message) ?? this.serialize(message);
  }

  deserialize(
    frames: string | readonly string[] | Buffer,
    firstLength: number | undefined,
    longStrings: readonly unknown[],
  ): unknown[] {
    if (typeof frames === 'string') {
      return firstLength === undefined ? readBatch(frames, longStrings) : [readText(frames)];
    }
    const messages: unknown[] = [];
    do messages[messages.length] = readText(frames[messages.length] as string);
    while (messages.length < frames.length && !(messages[messages.length - 1] instanceof MalformedMessage));
    return messages;
  }
}

function readText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    return new MalformedMessage(cause);
  }
}
