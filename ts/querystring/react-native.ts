import type { QuerystringChoice } from '../binding/querystring-codec';
import { browserPlatform } from './browser-platform';
import { createQuerystring } from './create';
import { textOfUtf8 } from './utf8';

/** Bytes whose `toString` decodes UTF-8 without a `TextDecoder`, which Hermes may lack. */
class Bytes extends Uint8Array {
  override toString(): string {
    return textOfUtf8(this);
  }
}

/** `rt-std/querystring` for an engine that has no WebAssembly: React Native's. */
export const querystring = createQuerystring(() => undefined, {
  ...browserPlatform,
  $bytes: (bytes) => new Bytes(bytes),
});

/** Which codec that is. */
export const codec: QuerystringChoice = { name: 'typescript', reason: 'there is no WebAssembly in React Native' };
