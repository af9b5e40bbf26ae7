import type { Backend } from '../binding/querystring-codec';
import { createEscaper } from './escape';
import { createParse } from './parse';
import type { Platform } from './platform';
import { createShortTexts } from './short-texts';
import { createStringify } from './stringify';
import type { Querystring } from './types';
import { createUnescape, createUnescapeBuffer } from './unescape';
import { Workspace } from './workspace';

/**
 * Puts the functions of `rt-std/querystring` on an exports object, whose functions may be replaced
 * later. The codec is made when a text first needs it, so a program that only loads this package
 * does not pay for one.
 *
 * @param backend - the codec
 * @param platform - what differs between Node and a browser
 * @param exported - the object; by default a new one
 */
export function createQuerystring(
  backend: Backend,
  platform: Platform,
  exported: Querystring = {} as Querystring,
): Querystring {
  let made: Workspace | undefined;
  const workspace = (): Workspace => {
    made ??= new Workspace(backend, platform);
    return made;
  };
  const shortTexts = createShortTexts(workspace, platform);
  const escaper = createEscaper(workspace, platform, shortTexts);
  function escapeText(value: unknown): string {
    if (typeof value === 'string') return escaper.$escape(value);
    // An object is converted with the hint `string`, as in Node; a symbol throws.
    // biome-ignore lint/style/useTemplate: a template asks for a string, `+` for a primitive
    const text = typeof value === 'object' ? String(value) : (value as string) + '';
    return escaper.$escape(text);
  }
  exported.unescapeBuffer = createUnescapeBuffer(workspace, platform);
  exported.unescape = createUnescape(workspace, exported);
  exported.escape = escapeText;
  exported.stringify = createStringify(shortTexts, escaper, platform, exported);
  exported.encode = exported.stringify;
  exported.parse = createParse(workspace, platform, exported);
  exported.decode = exported.parse;
  return exported;
}
