import { requireBundle } from '../node-builtins/code-cache';
import { isFirstModule } from '../node-builtins/first-module';
import { isBuiltinLoaded } from '../node-builtins/loaded';
import { ES_MODULE_LOADER, syncESModules } from '../node-builtins/module-class';
import type { ParsedUrlQuery, Querystring } from '../querystring/types';

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
  const deferred = functionsOf(() => {
    made ??= isWritable(exported) ? putOurs(deferred, exported) : nodes;
    return made;
  });
  Object.assign(exported, deferred);
  if (isBuiltinLoaded(ES_MODULE_LOADER) && !isFirstModule()) syncESModules();
}

/**
 * A program may have frozen the exports, or put accessors there: then Node's functions go on doing
 * the work.
 */
function isWritable(exported: Querystring): boolean {
  return Object.values(Object.getOwnPropertyDescriptors(exported)).every(({ writable }) => writable === true);
}

/** With the names of Node's. */
function functionsOf(ours: () => Querystring): Querystring {
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
  return {
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
}

/** Where a program has put a function of its own into the exports, that one stays. */
function putOurs(deferred: Querystring, exported: Querystring): Querystring {
  const { putInto } = requireBundle('override/our-querystring') as typeof import('./our-querystring');
  const before = { ...exported };
  putInto(exported);
  const ours = { ...exported };
  for (const name of Object.keys(deferred) as (keyof Querystring)[]) {
    if (before[name] !== deferred[name]) Object.assign(exported, { [name]: before[name] });
  }
  syncESModules();
  return ours;
}
