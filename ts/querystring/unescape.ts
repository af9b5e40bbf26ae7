import { Header, isMalformed } from '../binding/querystring-boundary';
import { ceil, charCodeAt, indexOf, min, padEnd, setBytes, slice, subarray, trunc } from './builtins';
import type { Platform } from './platform';
import type { Querystring } from './types';
import type { Workspace } from './workspace';

const PERCENT = 0x25;
/** The units of an escaped byte. */
const ESCAPE = 3;
/** The most bytes of a character after its first. */
const CONTINUATIONS = 3;

/** Makes `unescapeBuffer` for a codec. */
export function createUnescapeBuffer(codec: () => Workspace, platform: Platform): Querystring['unescapeBuffer'] {
  return function unescapeBuffer(text, decodeSpaces) {
    let units = text;
    // Not by destructuring: for `undefined` the engine then writes the message that Node's has
    let length = text.length;
    if (typeof text !== 'string') {
      platform.$assertLength(length);
      // Node reads as many units as the length says, and missing ones as zero bytes.
      const read = ceil(length);
      length = trunc(length);
      units = read === 0 ? '' : padEnd(slice(String(text), 0, read), read, '\0');
    }
    const workspace = codec();
    const decode = (part: string): Uint8Array => {
      workspace.$loadUnits(part);
      return workspace.$narrowBytes(workspace.$functions.$decodeBytes(part.length, decodeSpaces ? 1 : 0));
    };
    if (units.length <= workspace.$capacity) {
      const bytes = decode(units);
      return platform.$bytes(bytes.length > length ? subarray(bytes, 0, length) : bytes);
    }
    // In parts, into one array.
    const all = new Uint8Array(units.length);
    let written = 0;
    for (let start = 0; start < units.length; ) {
      const end = beforeEscape(units, start + workspace.$capacity);
      const bytes = decode(slice(units, start, end));
      setBytes(all, bytes, written);
      written += bytes.length;
      start = end;
    }
    return platform.$bytes(subarray(all, 0, min(written, length)));
  };
}

/** Makes `unescape` for a codec. */
export function createUnescape(codec: () => Workspace, exported: Querystring): Querystring['unescape'] {
  return function unescapeText(text: string, decodeSpaces?: boolean): string {
    const decoded = decodeComponent(codec, text);
    return decoded === undefined ? exported.unescapeBuffer(text, decodeSpaces).toString() : decoded;
  };
}

/** What `decodeURIComponent` returns, or nothing where it throws. */
function decodeComponent(codec: () => Workspace, value: unknown): string | undefined {
  let text: string;
  try {
    text = `${value}`;
  } catch {
    return undefined;
  }
  if (indexOf(text, '%') < 0) return text;
  const workspace = codec();
  let decoded = '';
  for (let start = 0; start < text.length; ) {
    const end = beforeCharacter(text, start + workspace.$capacity);
    const part = start === 0 && end === text.length ? text : slice(text, start, end);
    workspace.$loadUnits(part);
    if (isMalformed(workspace.$functions.$decodeComponent(part.length))) return undefined;
    const { $words: words } = workspace;
    const wideLength = words[Header.wideLength] as number;
    decoded += wideLength > 0 ? workspace.$wide(wideLength) : workspace.$narrow(words[Header.narrowLength] as number);
    start = end;
  }
  return decoded;
}

/** A position at or shortly before `end` that is not inside an escape. */
function beforeEscape(text: string, end: number): number {
  if (end >= text.length) return text.length;
  for (let back = 1; back < ESCAPE; back++) if (charCodeAt(text, end - back) === PERCENT) return end - back;
  return end;
}

/**
 * A position at or shortly before `end` that is not inside a character written as several escapes.
 * If there are more continuation bytes than a character has, the next part begins with one: that
 * part is malformed, as is the whole.
 */
function beforeCharacter(text: string, end: number): number {
  let place = beforeEscape(text, end);
  for (let count = 0; count < CONTINUATIONS && isContinuation(text, place); count++) place -= ESCAPE;
  return place;
}

/** Whether a continuation byte of a character is there, after another escape. */
function isContinuation(text: string, place: number): boolean {
  return (
    charCodeAt(text, place) === PERCENT &&
    charCodeAt(text, place - ESCAPE) === PERCENT &&
    indexOf('89abAB', slice(text, place + 1, place + 2)) >= 0
  );
}
