import { Header, Source, Table } from '../binding/querystring-boundary';
import { slice } from './builtins';
import type { RawPair } from './raw-pair';
import type { ParsedUrlQuery } from './types';
import type { Workspace } from './workspace';

const FIRST_ROW = Header.words;

/**
 * Makes the result from the codec's table when it has all pairs of the text; `narrow` is the narrow
 * output.
 */
export function resultOf(workspace: Workspace, text: string, narrow: string): ParsedUrlQuery {
  const { $words: words, $keys: keys } = workspace;
  const result = workspace.$emptyResult(words[Header.differentKeys] as number);
  const outcome = words[Header.outcome] as number;
  const count = outcome & ~Table.distinctKnownKeys;
  if (count === outcome) {
    addTable(workspace, text, narrow, count, result);
    return result;
  }
  const wide = workspace.$wide(words[Header.wideLength] as number);
  for (let row = FIRST_ROW, end = FIRST_ROW + count * Table.columns; row < end; row += Table.columns) {
    const value = words[row + 2] as number;
    const source = value & 3;
    result[keys[words[row + 4] as number] as string] = slice(
      source === Source.input ? text : source === Source.narrow ? narrow : wide,
      value >>> 2,
      words[row + 3],
    );
  }
  return result;
}

/** Adds the pairs in the codec's table to a result. */
export function addPairs(workspace: Workspace, text: string, outcome: number, result: ParsedUrlQuery): void {
  const narrow = workspace.$narrow(workspace.$words[Header.narrowLength] as number);
  addTable(workspace, text, narrow, outcome & ~Table.distinctKnownKeys, result);
}

function addTable(workspace: Workspace, text: string, narrow: string, count: number, result: ParsedUrlQuery): void {
  const { $words: words, $keys: keys } = workspace;
  const wide = workspace.$wide(words[Header.wideLength] as number);
  for (let row = FIRST_ROW, end = FIRST_ROW + count * Table.columns; row < end; row += Table.columns) {
    const slot = (words[row + 4] as number) | 0;
    let key: string;
    if (slot > 0) {
      key = keys[slot] as string;
    } else {
      const start = words[row] as number;
      const source = start & 3;
      key = slice(
        source === Source.input ? text : source === Source.narrow ? narrow : wide,
        start >>> 2,
        words[row + 1],
      );
      if (slot < 0) keys[-slot] = key;
    }
    const start = words[row + 2] as number;
    const source = start & 3;
    const value = slice(
      source === Source.input ? text : source === Source.narrow ? narrow : wide,
      start >>> 2,
      words[row + 3],
    );
    addPair(result, key, value);
  }
}

/** Adds a pair to a result. */
export function addPair(result: ParsedUrlQuery, key: string, value: string): void {
  const present = result[key];
  if (present === undefined) result[key] = value;
  else if (typeof present === 'string') result[key] = [present, value];
  else present[present.length] = value;
}

/** Collects the pairs in the codec's table, not decoded. */
export function addRawPairs(workspace: Workspace, count: number, pairs: RawPair[]): void {
  const { $words: words } = workspace;
  const wide = workspace.$wide(words[Header.wideLength] as number);
  for (let row = FIRST_ROW, end = FIRST_ROW + count * Table.columns; row < end; row += Table.columns) {
    const flags = words[row + 4] as number;
    pairs[pairs.length] = {
      $key: slice(wide, (words[row] as number) >>> 2, words[row + 1]),
      $value: slice(wide, (words[row + 2] as number) >>> 2, words[row + 3]),
      $keyEncoded: (flags & 1) !== 0,
      $valueEncoded: (flags & 2) !== 0,
    };
  }
}
