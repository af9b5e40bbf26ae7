import { IS_NODE } from '../errors/node-version';
import { isFirstModule } from '../first-module';
import { syncESModules } from '../node-builtins/module-class';
import { requireBundle } from '../node-builtins/require-bundle';
import { isSwitchedOff } from '../node-builtins/switched-off';
import type { ParsedUrlQuery, Querystring } from '../querystring/types';
import type * as ourQuerystring from './our-querystring';

type ParseArguments = Parameters<Querystring['parse']>;
type StringifyArguments = Parameters<Querystring['stringify']>;

/**
 * How much Node's functions read and write before ours are loaded, in UTF-16 code units: about as
 * much as makes up for the loading. A program that parses a query or two at its start loads
 * nothing.
 */
const ENOUGH = 262_144;
/** What a call counts besides its text. */
const EACH_CALL = 64;

/**
 * Puts a `parse` and a `stringify` into the exports of Node's `querystring` that leave the work to
 * Node's, and load ours when there is much of it: all of ours then take the place of what is there.
 * Node itself has the module loaded at every start, and few programs use it.
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
  let isLate: boolean | undefined;
  let size = 0;
  function working(more: number): Querystring {
    if (made !== undefined) return made;
    size += EACH_CALL + more;
    isLate ??= !isSwitchedOff(/\b(all|late-querystring)\b/);
    return isLate && size <= ENOUGH ? nodes : ours();
  }
  function ours(): Querystring {
    const load = () => requireBundle('override/our-querystring') as typeof ourQuerystring;
    try {
      made = load().replaceDeferred(exported, { ...nodes, ...deferred }, nodes);
      return made;
    } catch {
      // There may be no descriptor to read it by, or no package any more: later, then.
      size = 0;
      return nodes;
    }
  }
  function parse(
    text: ParseArguments[0],
    separator: ParseArguments[1],
    equals: ParseArguments[2],
    options: ParseArguments[3],
  ): ParsedUrlQuery {
    return working(typeof text === 'string' ? text.length : 0).parse(text, separator, equals, options);
  }
  function stringify(
    object: StringifyArguments[0],
    separator: StringifyArguments[1],
    equals: StringifyArguments[2],
    options: StringifyArguments[3],
  ): string {
    const text = working(0).stringify(object, separator, equals, options);
    size += text.length;
    return text;
  }
  const deferred = { stringify, encode: stringify, parse, decode: parse };
  Object.assign(exported, deferred);
  // Other runtimes have modules of their own, which differ from Node's where ours does not.
  if (!IS_NODE) ours();
  else if (!isFirstModule) syncESModules();
}
