import { isFirstModule } from '../first-module';
import { syncESModules } from '../node-builtins/module-class';
import { requireBundle } from '../node-builtins/require-bundle';
import type { ParsedUrlQuery, Querystring } from '../querystring/types';
import type * as ourQuerystring from './our-querystring';

type ParseArguments = Parameters<Querystring['parse']>;
type StringifyArguments = Parameters<Querystring['stringify']>;

/**
 * Puts functions into the exports of Node's `querystring` that load ours when the first of them is
 * called, and then give their place to ours. Node itself has the module loaded at every start, and
 * few programs use it.
 *
 * These are plain functions and not accessors, since programs look at the descriptors of what they
 * replace (`mock.method()` of `node:test`, sinon). Whoever has taken one out keeps it: it passes
 * its arguments on.
 *
 * @param exported - the exports of Node's module
 * @param nodes - its functions
 */
export function deferQuerystring(exported: Querystring, nodes: Querystring): void {
  let made: Querystring | undefined;
  function ours(): Querystring {
    const load = () => requireBundle('override/our-querystring') as typeof ourQuerystring;
    made ??= load().replaceDeferred(exported, deferred, nodes);
    return made;
  }
  function parse(
    text: ParseArguments[0],
    separator: ParseArguments[1],
    equals: ParseArguments[2],
    options: ParseArguments[3],
  ): ParsedUrlQuery {
    return ours().parse(text, separator, equals, options);
  }
  function stringify(
    object: StringifyArguments[0],
    separator: StringifyArguments[1],
    equals: StringifyArguments[2],
    options: StringifyArguments[3],
  ): string {
    return ours().stringify(object, separator, equals, options);
  }
  // With the names of Node's.
  const deferred: Querystring = {
    unescapeBuffer: function unescapeBuffer(text, decodeSpaces) {
      return ours().unescapeBuffer(text, decodeSpaces);
    },
    unescape: function qsUnescape(text: string, decodeSpaces?: boolean) {
      return (ours().unescape as (text: string, decodeSpaces?: boolean) => string)(text, decodeSpaces);
    },
    escape: function qsEscape(value) {
      return ours().escape(value);
    },
    stringify,
    encode: stringify,
    parse,
    decode: parse,
  };
  Object.assign(exported, deferred);
  if (!isFirstModule) syncESModules();
}
