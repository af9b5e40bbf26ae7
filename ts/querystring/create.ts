import type { Backend, Platform } from './backend';
import { Escaper } from './escape';
import { createParse } from './parse';
import { createStringify } from './stringify';
import type { Querystring } from './types';
import { createUnescape, createUnescapeBuffer } from './unescape';
import { Workspace } from './workspace';

/** Makes the exports of `rt-std/querystring` over a backend. */
export function createQuerystring(backend: Backend, platform: Platform): Querystring {
  const workspace = new Workspace(backend, platform);
  const escaper = new Escaper(workspace, platform);
  function escapeText(value: unknown): string {
    if (typeof value === 'string') return escaper.escape(value);
    // Objects are asked for a string, everything else for a primitive value; a symbol has neither.
    // biome-ignore lint/style/useTemplate: a template asks a function for a string, `+` for a primitive value
    const text = typeof value === 'object' ? String(value) : (value as string) + '';
    return escaper.escape(text);
  }
  const exported = { unescapeBuffer: createUnescapeBuffer(workspace, platform) } as Querystring;
  exported.unescape = createUnescape(workspace, exported);
  exported.escape = escapeText;
  exported.stringify = createStringify(workspace, escaper, exported);
  exported.encode = exported.stringify;
  exported.parse = createParse(workspace, exported);
  exported.decode = exported.parse;
  return exported;
}
