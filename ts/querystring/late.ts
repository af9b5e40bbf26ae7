import { deferQuerystring } from './deferred';
import type * as querystringFunctions from './functions';
import type { Querystring } from './types';

type Functions = typeof querystringFunctions;

/** How the functions of Node's module begin that do the work, in all versions that are known. */
const BEGINNINGS = {
  parse: 'function parse(qs, sep, eq, options) {',
  stringify: 'function stringify(obj, sep, eq, options) {',
  unescape: 'function qsUnescape(s, decodeSpaces) {',
  escape: 'function qsEscape(str) {',
  unescapeBuffer: 'function unescapeBuffer(s, decodeSpaces) {',
};

/**
 * Whether a program, a preload or a test has put nothing in the place of Node's functions, so far
 * as their texts tell.
 */
export function areNodesOwn(nodes: Querystring): boolean {
  const names = Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[];
  return names.every((name) => `${nodes[name]}`.startsWith(BEGINNINGS[name]));
}

/**
 * The exports of `rt-std/querystring`, where the first calls of `parse` and `stringify` are left to
 * Node's functions, and ours are loaded when there is much to read or to write (fast path
 * `late-querystring`). A call whose result could depend on what a program has replaced, here or in
 * Node's module, or replaces in its midst, loads ours at once, and so do the functions for single
 * texts.
 *
 * @param nodes - the exports of Node's module
 * @param enough - how much Node's functions read and write, in UTF-16 code units
 * @param load - loads ours
 */
export function lateQuerystring(nodes: Querystring, enough: number, load: () => Functions): Querystring {
  const own = { ...nodes };

  function isUntouched(): boolean {
    return (
      nodes.unescapeBuffer === own.unescapeBuffer &&
      nodes.unescape === own.unescape &&
      nodes.escape === own.escape &&
      exported.unescapeBuffer === deferred.unescapeBuffer &&
      exported.unescape === deferred.unescape &&
      exported.escape === deferred.escape
    );
  }

  function ours(): Querystring {
    const functions = replaceNow();
    return functions === deferred ? own : functions;
  }

  function unescapeBuffer(text: string, decodeSpaces?: boolean): Uint8Array {
    return ours().unescapeBuffer(text, decodeSpaces);
  }

  function qsUnescape(text: string, decodeSpaces?: boolean): string {
    return (ours().unescape as (text: string, decodeSpaces?: boolean) => string)(text, decodeSpaces);
  }

  function qsEscape(value: Parameters<Querystring['escape']>[0]): string {
    return ours().escape(value);
  }

  const stringify: Querystring['stringify'] = (object, separator, equals, options) =>
    isPlain(separator, equals, options) && isUntouched()
      ? own.stringify(object, separator, equals)
      : ours().stringify(object, separator, equals, options);

  const parse: Querystring['parse'] = (text, separator, equals, options) =>
    isPlain(separator, equals, options) && isUntouched()
      ? own.parse(text, separator, equals)
      : ours().parse(text, separator, equals, options);

  const deferred: Querystring = {
    unescapeBuffer,
    unescape: qsUnescape,
    escape: qsEscape,
    stringify,
    encode: stringify,
    parse,
    decode: parse,
  };
  const exported = { ...deferred };
  const replaceNow = deferQuerystring(exported, deferred, enough, (there) => {
    const { replaceDeferred } = load();
    // What a program has frozen keeps its functions, which pass their arguments on.
    return (replaceDeferred(exported, there) ?? replaceDeferred({ ...exported }, there)) as Querystring;
  });
  return exported;
}

/** Whether Node's functions call nothing of a program before they have read what it may replace. */
function isPlain(separator: unknown, equals: unknown, options: unknown): boolean {
  return !options && isText(separator) && isText(equals);
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
