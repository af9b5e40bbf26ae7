import type { ParsedUrlQuery, Querystring } from './types';

type ParseArguments = Parameters<Querystring['parse']>;
type StringifyArguments = Parameters<Querystring['stringify']>;

/**
 * How much Node's functions read and write before ours are loaded, in UTF-16 code units: about as
 * much as makes up for the loading. A program that parses a query or two at its start loads
 * nothing.
 */
export const ENOUGH = 262_144;
/** What a call counts besides its text. */
const EACH_CALL = 64;

/**
 * Puts a `parse` and a `stringify` into the exports of `querystring` that leave the work to Node's,
 * and load ours when there is much of it: all of ours then take the place of what is there. Node
 * itself has the module loaded at every start, and few programs use it much.
 *
 * These are plain functions and not accessors, since programs look at the descriptors of what they
 * replace (`mock.method()` of `node:test`, sinon). Whoever has taken one out keeps it: it passes
 * its arguments on.
 *
 * This is part of the small file that each process with the override loads, and imports nothing.
 *
 * @param exported - the exports: those of Node's module, or of `rt-std/querystring`
 * @param nodes - Node's functions
 * @param enough - how much Node's read and write, in UTF-16 code units
 * @param replace - puts ours in the place of those that are there for them, and returns the
 *   functions that do the work
 * @returns a function that replaces them now, unless that is done, and returns the functions that
 *   do the work: Node's where ours cannot be loaded
 */
export function deferQuerystring(
  exported: Querystring,
  nodes: Querystring,
  enough: number,
  replace: (deferred: Querystring) => Querystring,
): () => Querystring {
  let made: Querystring | undefined;
  let size = 0;
  function working(more: number): Querystring {
    if (made !== undefined) return made;
    size += EACH_CALL + more;
    return size <= enough ? nodes : ours();
  }
  function ours(): Querystring {
    if (made !== undefined) return made;
    try {
      made = replace({ ...nodes, ...deferred });
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
  return ours;
}
