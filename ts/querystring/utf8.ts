import { fromCodePoint } from './builtins';

// Not as a literal: a bundle would have the character, and V8 keep its text in two bytes for each.
const REPLACEMENT = fromCodePoint(0xfffd);

/**
 * Decodes UTF-8 as `TextDecoder` does: a byte order mark is kept, and each malformed sequence, up
 * to the first byte that cannot be part of it, becomes U+FFFD.
 *
 * Source: https://encoding.spec.whatwg.org/#utf-8-decoder
 */
export function textOfUtf8(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; ) {
    const first = bytes[index++] as number;
    if (first < 0x80) {
      text += fromCodePoint(first);
      continue;
    }
    let missing = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (missing === 0) {
      text += REPLACEMENT;
      continue;
    }
    let character = first & (0x3f >> missing);
    // Narrower for the second byte: no longer form than needed, no surrogates, at most U+10FFFF.
    let least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    let most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    while (missing > 0) {
      const next = bytes[index] as number;
      // Not at the end either, where it is `undefined`.
      if (!(next >= least && next <= most)) break;
      character = (character << 6) | (next & 0x3f);
      least = 0x80;
      most = 0xbf;
      missing--;
      index++;
    }
    text += missing > 0 ? REPLACEMENT : fromCodePoint(character);
  }
  return text;
}
