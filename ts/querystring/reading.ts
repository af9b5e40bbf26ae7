import { addPair, addPairs, addRawPairs, type RawPair, resultOf } from './pairs';
import type { ParsedUrlQuery } from './types';
import { Header, isMalformed, MALFORMED, type Workspace } from './workspace';

const ROWS = 8192;
const DISTINCT_KNOWN_KEYS = 1 << 30;
/** `=` and `&`, as the codec's `parse` takes them. */
const DEFAULT_SYNTAX = 0x263d;
/** The longest separator that the codec's `parse` takes. */
const LONGEST_SEPARATOR = 3;
const FIRST_NOT_ASCII = 0x80;

enum Flag {
  last = 1,
  raw = 2,
  customDecoder = 4,
}

/** Reads what is loaded from `start` on; `limit` is the number of pairs that may still come, 0 when there is no limit. */
type ReadLoaded = (wide: 0 | 1, start: number, end: number, last: boolean, limit: number) => number;

/** How a text is read. */
interface Reader {
  /** What has to stand before the text in the input, which is UTF-16 then; none when the text may lie there as octets. */
  readonly prefix: string | undefined;
  /** How many units of wide output one unit of text may need. */
  readonly wideFactor: number;
  readonly read: ReadLoaded;
  /** Takes the pairs in the table. */
  readonly take: (part: string, outcome: number) => void;
  /** Says where a pair ends that begins at `position` and is longer than a part, for readers that can. */
  readonly endOfPair?: (position: number) => number;
  /** Takes such a pair by itself where there is nothing to decode in it; whether it did. */
  readonly takePlain?: (pair: string) => boolean;
}

/** Reads the pairs of a text that has the usual separators. */
export function readDefault(workspace: Workspace, text: string, limit: number): ParsedUrlQuery {
  return (
    readAtOnce(workspace, text, DEFAULT_SYNTAX, limit) ??
    readWithSyntax(workspace, text, '&', '=', DEFAULT_SYNTAX, limit)
  );
}

/** Reads the pairs of a text in one call, where it fits and the codec takes its separators. */
function readAtOnce(workspace: Workspace, text: string, syntax: number, limit: number): ParsedUrlQuery | undefined {
  const { length } = text;
  if (length > workspace.capacity) {
    workspace.prepare();
    if (length > workspace.capacity) return undefined;
  }
  workspace.beginReading();
  const narrow = workspace.parseText(text, syntax, limit);
  const { words } = workspace;
  let result: ParsedUrlQuery | undefined;
  if (words[Header.outcome] !== MALFORMED) {
    // When the table is full, the reading is not ended: the next one begins anew, without the keys that were not kept.
    if (words[Header.consumed] !== length && words[Header.limitReached] === 0) return undefined;
    result = resultOf(workspace, text, narrow);
  }
  workspace.endReading();
  return result;
}

function readWithSyntax(
  workspace: Workspace,
  text: string,
  separator: string,
  equals: string,
  syntax: number,
  limit: number,
): ParsedUrlQuery {
  const result = workspace.emptyResult(0);
  readParts(workspace, text, limit, {
    prefix: undefined,
    wideFactor: 1,
    endOfPair(position) {
      const end = text.indexOf(separator, position);
      return end < 0 ? text.length : end;
    },
    takePlain(pair) {
      if (pair.includes('%') || pair.includes('+')) return false;
      const end = pair.indexOf(equals);
      addPair(result, end < 0 ? pair : pair.slice(0, end), end < 0 ? '' : pair.slice(end + 1));
      return true;
    },
    read: (wide, start, end, last, remaining) =>
      workspace.functions.parse(wide, start, end, last ? 1 : 0, syntax, remaining),
    take: (part, outcome) => addPairs(workspace, part, outcome, result),
  });
  return result;
}

/** Reads the pairs of a text that has any separators. */
export function readSeparated(
  workspace: Workspace,
  text: string,
  separator: string,
  equals: string,
  limit: number,
): ParsedUrlQuery {
  const syntax = syntaxOf(separator, equals);
  if (syntax > 0) {
    const result = readAtOnce(workspace, text, syntax, limit);
    if (result !== undefined) return result;
    // The codec says whether it can tell these two apart in the fast way.
    if (separator.length === 1 && !isMalformed(workspace.functions.parse(0, 0, 0, 1, syntax, 0))) {
      return readWithSyntax(workspace, text, separator, equals, syntax, limit);
    }
  }
  const result = workspace.emptyResult(0);
  readParts(workspace, text, limit, {
    ...separatedReader(workspace, separator, equals, 0),
    take: (part, outcome) => addPairs(workspace, part, outcome, result),
  });
  return result;
}

/** Both as the codec's `parse` takes them; 0 where it does not. */
function syntaxOf(separator: string, equals: string): number {
  if (equals.length !== 1 || separator.length > LONGEST_SEPARATOR) return 0;
  const text = equals + separator;
  let syntax = 0;
  for (let index = text.length - 1; index >= 0; index--) {
    const code = text.charCodeAt(index);
    if (code === 0 || code >= FIRST_NOT_ASCII) return 0;
    syntax = (syntax << 8) | code;
  }
  return syntax;
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
): RawPair[] {
  const pairs: RawPair[] = [];
  readParts(workspace, text, limit, {
    ...separatedReader(workspace, separator, equals, Flag.raw | (customDecoder ? Flag.customDecoder : 0)),
    take: (_part, count) => addRawPairs(workspace, count, pairs),
  });
  return pairs;
}

function separatedReader(workspace: Workspace, separator: string, equals: string, flags: number): Omit<Reader, 'take'> {
  return {
    prefix: separator + equals,
    wideFactor: 3,
    read: (_wide, start, end, last, limit) =>
      workspace.functions.parseSeparated(
        separator.length,
        equals.length,
        start,
        end,
        flags | (last ? Flag.last : 0),
        limit,
      ),
  };
}

/** Loads a text part by part; each part is read up to its last border of a pair, and the next begins there. */
function readParts(workspace: Workspace, text: string, limit: number, reader: Reader): void {
  const { wideFactor } = reader;
  const prefix = reader.prefix ?? '';
  let remaining = limit;
  let position = 0;
  workspace.beginReading();
  let partLength = Math.max(workspace.capacity - prefix.length, 0);
  while (position < text.length) {
    const part = text.slice(position, position + partLength);
    const last = position + part.length === text.length;
    if (reader.prefix !== undefined || part.length > workspace.capacity) {
      workspace.reserve(prefix.length + part.length, (prefix.length + part.length) * wideFactor);
    }
    let wide: 0 | 1 = 1;
    if (reader.prefix === undefined) wide = workspace.load(part);
    else workspace.loadUnits(prefix + part);
    const consumed = readLoaded(workspace, part, last, wide, remaining, reader);
    if (workspace.words[Header.limitReached] === 1) break;
    remaining = workspace.words[Header.remaining] as number;
    position += consumed;
    if (consumed > 0) continue;
    // A pair that is longer than the part.
    const end = reader.endOfPair?.(position);
    if (end === undefined) {
      partLength = Math.max(partLength * 2, 1);
    } else if (reader.takePlain?.(text.slice(position, end))) {
      position = end + 1;
      // Node counts a pair when it meets the separator behind it.
      if (end < text.length && remaining > 0 && --remaining === 0) break;
    } else {
      partLength = end - position + 1;
    }
  }
  workspace.endReading();
  workspace.release();
}

/** Reads a part, table by table, and says how much of it was read. */
function readLoaded(
  workspace: Workspace,
  part: string,
  last: boolean,
  wide: 0 | 1,
  limit: number,
  reader: Reader,
): number {
  const { words } = workspace;
  let start = 0;
  let remaining = limit;
  for (;;) {
    const outcome = reader.read(wide, start, part.length, last, remaining);
    reader.take(part, outcome);
    start = words[Header.consumed] as number;
    remaining = words[Header.remaining] as number;
    const tableFull = (outcome & ~DISTINCT_KNOWN_KEYS) === ROWS;
    if (!tableFull || start === part.length || words[Header.limitReached] === 1) return start;
  }
}
