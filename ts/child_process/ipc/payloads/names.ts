import type { Buffer } from 'node:buffer';
import { stringCharCodeAt } from '../../../realm/primordials';

/** How many names are kept, a power of two. */
const PLACES = 256;

/** Longer names, in bytes, are made each time. */
const LONGEST = 24;

/** Names of properties that were read before, each at a place that its bytes decide. */
const kept: (string | undefined)[] = [];

/**
 * The name in these Latin-1 bytes. Most names come with each message: comparing one with that of
 * the last message takes less than making a string.
 */
export function readName(
  bytes: Buffer,
  start: number,
  end: number,
  slice: (bytes: Buffer, start: number, end: number) => string,
): string {
  if (end - start > LONGEST) return slice(bytes, start, end);
  let hash = end - start;
  for (let at = start; at < end; at++) hash = (31 * hash + (bytes[at] as number)) | 0;
  const place = (hash ^ (hash >>> 8)) & (PLACES - 1);
  const known = kept[place];
  if (known !== undefined && isText(known, bytes, start, end)) return known;
  const name = slice(bytes, start, end);
  kept[place] = name;
  return name;
}

function isText(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = start; at < end; at++) {
    if (stringCharCodeAt(text, at - start) !== bytes[at]) return false;
  }
  return true;
}
