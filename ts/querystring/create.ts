import type { DecodingPlatform } from './decoding-platform';
import { createEscaper } from './escape';
import { createParse } from './parse';
import { createStringify } from './stringify';
import type { Querystring } from './types';
import { createUnescape, createUnescapeBuffer } from './unescape';
import type { Codec } from './workspace';

/**
 * Puts the functions of `rt-std/querystring` on an exports object, whose functions may be replaced
 * later.
 *
 * @param codec - gets the codec
 * @param platform - what differs between Node and a browser
 * @param exported - the object; by default a new one
 * @param ownUnescape - stands for our `unescape` there; by default it is put there itself
 */
export function createQuerystring(
  codec: Codec,
  platform: DecodingPlatform,
  exported: Querystring = {} as Querystring,
  ownUnescape: Querystring['unescape'] = createUnescape(codec, platform, exported),
): Querystring {
  const escaper = createEscaper(codec, platform);
  function qsEscape(value: unknown): string {
    if (typeof value === 'string') return escaper.$escape(value);
    // An object is converted with the hint `string`, as in Node; a symbol throws.
    // biome-ignore lint/style/useTemplate: a template asks for a string, `+` for a primitive
    const text = typeof value === 'object' ? String(value) : (value as string) + '';
    return escaper.$escape(text);
  }
  exported.unescapeBuffer = createUnescapeBuffer(codec, platform);
  exported.unescape = ownUnescape;
  exported.escape = qsEscape;
  exported.stringify = createStringify(codec, escaper, platform, exported);
  exported.encode = exported.stringify;
  exported.parse = createParse(codec, platform, exported);
  exported.decode = exported.parse;
  return exported;
}
