import type { Backend, Platform } from './backend';
import { createEscaper } from './escape';
import { createParse } from './parse';
import { createShortTexts } from './short-texts';
import { createStringify } from './stringify';
import type { Querystring } from './types';
import { createUnescape, createUnescapeBuffer } from './unescape';
import { Workspace } from './workspace';

/**
 * Puts the functions of `rt-std/querystring` over a backend on an exports object, whose functions may be replaced later. The codec is made when a text first needs it: a
 * program that only loads this package pays for none.
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
    if (typeof value === 'string') return escaper.escape(value);
    // Objects are asked for a string, everything else for a primitive value; a symbol has neither.
    // biome-ignore lint/style/useTemplate: a template asks a function for a string, `+` for a primitive value
    const text = typeof value === 'object' ? String(value) : (value as string) + '';
    return escaper.escape(text);
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
