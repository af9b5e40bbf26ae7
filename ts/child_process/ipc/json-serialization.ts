import { invalidArgumentType } from '../../errors';
import { LONG_TEXT, stringifyInPieces } from './json-pieces';
import { readUntilMalformed } from './malformed-message';
import { MESSAGE_TYPES } from './message-types';
import type { MessageSerialization } from './serialization';

// As Node, which has its own: what a program puts in their place does not change messages.
const { parse, stringify } = JSON;

/** The longest run of long messages that are not tried in pieces. */
const LONGEST_PAUSE = 64;

/**
 * `serialization: 'json'`: each message is a JSON text.
 *
 * Whether a message is better made in pieces is only known by looking into it, which would cost the small ones too much: it is tried when the message before was
 * long, and after it was in vain, not again for a while.
 */
export class JsonSerialization implements MessageSerialization {
  #wasLong = false;
  #pause = 0;
  #nextPause = 1;

  serialize(message: unknown): string {
    const text: string | undefined = stringify(message);
    // A `toJSON` may return nothing. Node then sends the word "undefined", which its reader cannot parse.
    if (text === undefined) throw invalidArgumentType('message', MESSAGE_TYPES, undefined);
    this.#wasLong = text.length >= LONG_TEXT;
    return text;
  }

  serializeInPieces(message: unknown): string | readonly string[] {
    if (!this.#wasLong && typeof message !== 'string') return this.serialize(message);
    if (this.#pause > 0) {
      this.#pause -= 1;
      return this.serialize(message);
    }
    const pieces = stringifyInPieces(message);
    const isWorthwhile = Array.isArray(pieces);
    this.#nextPause = isWorthwhile ? 1 : Math.min(2 * this.#nextPause, LONGEST_PAUSE);
    this.#pause = this.#nextPause - 1;
    return pieces ?? this.serialize(message);
  }

  deserialize(frames: string | readonly string[] | Buffer): unknown[] {
    if (typeof frames === 'string') return parse(frames) as unknown[];
    return readUntilMalformed(frames as readonly string[], (frame) => parse(frame));
  }
}
