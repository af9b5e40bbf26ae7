import { Flag, Header, isMalformed, MALFORMED, Table } from '../binding/querystring-boundary';
import { indexOf, min, slice } from './builtins';
import { addPair, addPairs, addRawPairs, resultOf } from './codec-table';
import type { RawPair } from './raw-pair';
import { syntaxOf } from './syntax';
import type { ParsedUrlQuery } from './types';
import type { Workspace } from './workspace';

/** `=` and `&`, as the codec's `parse` takes them. */
const DEFAULT_SYNTAX = 0x263d;

/**
 * Reads what is loaded from `start` on; `limit` is the number of pairs that may still come, 0 when
 * there is no limit.
 */
type ReadLoaded = (
  workspace: Workspace,
  wide: 0 | 1,
  start: number,
  end: number,
  last: boolean,
  limit: number,
) => number;

/** How a text is read. */
interface Reader {
  /**
   * What must precede the text in the input, which is UTF-16 then; none when the text may be bytes.
   */
  readonly $prefix: string | undefined;
  /** The most units of wide output for one unit of text. */
  readonly $wideFactor: number;
  readonly $read: ReadLoaded;
  /** Takes the pairs in the table. */
  readonly $take: (workspace: Workspace, part: string, outcome: number) => void;
  /**
   * Takes a pair longer than a part without the codec if nothing in it is encoded; whether it did.
   */
  readonly $takePlain: ((pair: string) => boolean) | undefined;
}

/**
 * Reads the pairs of a text that has the usual separators. This and the functions below return
 * nothing where a pair needs a larger workspace and there is no memory for one.
 */
export function readDefault(workspace: Workspace, text: string, limit: number): ParsedUrlQuery | undefined {
  return (
    readAtOnce(workspace, text, DEFAULT_SYNTAX, limit) ??
    readWithSyntax(workspace, text, '&', '=', DEFAULT_SYNTAX, limit)
  );
}

/** Reads the pairs of a text in one call, where it fits and the codec takes its separators. */
function readAtOnce(workspace: Workspace, text: string, syntax: number, limit: number): ParsedUrlQuery | undefined {
  const { length } = text;
  if (length > workspace.$capacity) return undefined;
  workspace.$isReading = true;
  const narrow = workspace.$parseText(text, syntax, limit);
  const { $words: words } = workspace;
  let result: ParsedUrlQuery | undefined;
  if (words[Header.outcome] !== MALFORMED) {
    // Where the call ended: the header has it until the next call.
    const start = words[Header.consumed] as number;
    const isCutOff = start !== length && words[Header.limitReached] === 0;
    const remaining = words[Header.remaining] as number;
    const made = resultOf(workspace, text, narrow);
    // The table is full; the rest of the text is still in the input.
    if (isCutOff) {
      readLoaded(workspace, text, start, true, words[Header.wide] as 0 | 1, remaining, {
        $read: ({ $functions: functions }, wide, from, end, last, left) =>
          functions.$parse(wide, from, end, last ? 1 : 0, syntax, left),
        $take: (from, part, outcome) => addPairs(from, part, outcome, made),
      });
    }
    result = made;
  }
  workspace.$isReading = false;
  return result;
}

function readWithSyntax(
  workspace: Workspace,
  text: string,
  separator: string,
  equals: string,
  syntax: number,
  limit: number,
): ParsedUrlQuery | undefined {
  const result = workspace.$emptyResult(0);
  return readParts(workspace, text, separator, limit, result, {
    $prefix: undefined,
    $wideFactor: 1,
    $takePlain(pair) {
      if (!workspace.$takesPlainValues || indexOf(pair, '%') >= 0 || indexOf(pair, '+') >= 0) return false;
      const end = indexOf(pair, equals);
      addPair(result, end < 0 ? pair : slice(pair, 0, end), end < 0 ? '' : slice(pair, end + 1));
      return true;
    },
    $read: ({ $functions: functions }, wide, start, end, last, remaining) =>
      functions.$parse(wide, start, end, last ? 1 : 0, syntax, remaining),
    $take: (from, part, outcome) => addPairs(from, part, outcome, result),
  });
}

/** Reads the pairs of a text that has any separators. */
export function readSeparated(
  workspace: Workspace,
  text: string,
  separator: string,
  equals: string,
  limit: number,
): ParsedUrlQuery | undefined {
  const syntax = syntaxOf(separator, equals);
  if (syntax > 0) {
    const result = readAtOnce(workspace, text, syntax, limit);
    if (result) return result;
    // The codec says whether its scan can tell these two apart.
    if (separator.length === 1 && !isMalformed(workspace.$functions.$parse(0, 0, 0, 1, syntax, 0))) {
      return readWithSyntax(workspace, text, separator, equals, syntax, limit);
    }
  }
  return readUnitByUnit(workspace, text, separator, equals, limit);
}

/**
 * Reads the pairs of a text one code unit after the other, as Node does: any separators, no fast
 * path.
 */
export function readUnitByUnit(
  workspace: Workspace,
  text: string,
  separator: string,
  equals: string,
  limit: number,
): ParsedUrlQuery | undefined {
  const result = workspace.$emptyResult(0);
  const take: Reader['$take'] = (from, part, outcome) => addPairs(from, part, outcome, result);
  return readParts(workspace, text, separator, limit, result, separatedReader(separator, equals, 0, take));
}

/**
 * Reads the pairs of a text and leaves the decoding to the caller.
 *
 * @param customDecoder - whether every piece is meant for a decoder, with `+` as `%20`
 */
export function readRaw(
  workspace: Workspace,
  text: string,
  separator: string,
  equals: string,
  limit: number,
  customDecoder: boolean,
): RawPair[] | undefined {
  const pairs: RawPair[] = [];
  const flags = Flag.raw | (customDecoder ? Flag.customDecoder : 0);
  const take: Reader['$take'] = (from, _part, count) => addRawPairs(from, count, pairs);
  return readParts(workspace, text, separator, limit, pairs, separatedReader(separator, equals, flags, take));
}

function separatedReader(separator: string, equals: string, flags: number, take: Reader['$take']): Reader {
  return {
    $prefix: separator + equals,
    // Pairs are copied to the wide output: with `%20` for each `+` if a decoder of the caller's
    // gets them, else with their decoded form behind the copy.
    $wideFactor: flags & Flag.customDecoder ? 3 : 2,
    $takePlain: undefined,
    $take: take,
    $read: ({ $functions: functions }, _wide, start, end, last, limit) =>
      functions.$parseSeparated(separator.length, equals.length, start, end, flags | (last ? Flag.last : 0), limit),
  };
}

/**
 * Loads a text in parts. Each part is read up to the end of its last whole pair; the next begins
 * there.
 *
 * @returns `result`, which the reader has filled; nothing where there is no memory for a part
 */
function readParts<T>(
  workspace: Workspace,
  text: string,
  separator: string,
  limit: number,
  result: T,
  reader: Reader,
): T | undefined {
  const { $wideFactor: wideFactor } = reader;
  const prefix = reader.$prefix ?? '';
  const usual = workspace.$capacity - prefix.length;
  // Loading all of it takes longer than to read a few pairs.
  let partLength = limit > 0 ? min(usual, limit * 128) : usual;
  let remaining = limit;
  let position = 0;
  workspace.$isReading = true;
  while (position < text.length) {
    const part = slice(text, position, position + partLength);
    const last = position + part.length === text.length;
    const units = prefix.length + part.length;
    const place = workspace.$thatFits(units, units * wideFactor);
    if (!place) {
      workspace.$isReading = false;
      return undefined;
    }
    place.$isReading = true;
    let wide: 0 | 1 = 1;
    if (reader.$prefix === undefined) wide = place.$load(part);
    else place.$loadUnits(prefix + part);
    const consumed = readLoaded(place, part, 0, last, wide, remaining, reader);
    place.$isReading = place === workspace;
    if (place.$words[Header.limitReached] === 1) break;
    remaining = place.$words[Header.remaining] as number;
    position += consumed;
    if (consumed > 0) {
      partLength = usual;
      continue;
    }
    // The pair is longer than the part: it ends at the next separator, or later where Node misses
    // that one because it had matched part of another.
    const next = indexOf(text, separator, position);
    const end = next < 0 ? text.length : next;
    if (reader.$takePlain?.(slice(text, position, end))) {
      position = end + 1;
      // Node counts a pair when it meets the separator behind it.
      if (end < text.length && remaining > 0 && --remaining === 0) break;
    } else {
      const least = end - position + separator.length;
      partLength = least > partLength ? least : partLength * 2;
    }
  }
  workspace.$isReading = false;
  return result;
}

/** Reads what is loaded, from a position on and table by table, and returns where that ended. */
function readLoaded(
  workspace: Workspace,
  part: string,
  from: number,
  last: boolean,
  wide: 0 | 1,
  limit: number,
  reader: Pick<Reader, '$read' | '$take'>,
): number {
  const { $words: words } = workspace;
  let start = from;
  let remaining = limit;
  for (;;) {
    const outcome = reader.$read(workspace, wide, start, part.length, last, remaining);
    reader.$take(workspace, part, outcome);
    start = words[Header.consumed] as number;
    remaining = words[Header.remaining] as number;
    const tableFull = (outcome & ~Table.distinctKnownKeys) === Table.rows;
    if (!tableFull || start === part.length || words[Header.limitReached] === 1) return start;
  }
}
