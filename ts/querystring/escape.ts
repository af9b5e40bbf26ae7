import { Header, isMalformed, MALFORMED } from '../binding/querystring-boundary';
import { charCodeAt, getInt32, setInt32, setUint8, slice } from './builtins';
import type { Platform } from './platform';
import type { ShortTexts } from './short-texts';
import { escapeUnits } from './typescript-codec';
import type { Codec, Workspace } from './workspace';

/** Pairs longer than this are loaded text by text: joining them with others first takes longer. */
const LONG = 512;
/** How many units are checked to guess whether a text is ASCII. */
const PROBE = 32;
const ASCII = 128;
const JOINTS = [0x3d, 0x26] as const;

/** Escapes texts: short ones by tables that the codec filled, others by a call of the codec. */
export interface Escaper {
  /**
   * Escapes a text.
   *
   * @throws the platform's error for a text that ends in the middle of a surrogate pair
   */
  $escape(text: string): string;
  /**
   * Escapes pairs and joins them by `=` and `&`; there must be a codec.
   *
   * @param texts - keys and values in turn, at least one pair
   * @param start - in the buffer of short texts, the start of the pairs that come first, each
   * followed by `&`
   * @param end - the end of those pairs
   * @throws the platform's error for a text that ends in the middle of a surrogate pair
   */
  $escapePairs(texts: readonly string[], start: number, end: number): string;
}

/** Makes an escaper. */
export function createEscaper(codec: Codec, platform: Platform, shortTexts: ShortTexts): Escaper {
  // The output that was already read, and the end of the rest in the codec's memory.
  let complete = '';
  let end = 0;
  let workspace!: Workspace;

  function escapeAny(text: string): string {
    const start = shortTexts.$free;
    const shortEnd = shortTexts.$write(text, start, shortTexts.$view, shortTexts.$size);
    // Every escape makes a text longer.
    if (shortEnd >= 0) return shortEnd - start === text.length ? text : shortTexts.$text(start, shortEnd);
    const found = codec();
    if (found === undefined) return escapeUnits(text, platform);
    complete = '';
    end = 0;
    workspace = found;
    append(text);
    return complete.length + end === text.length ? text : takeComplete(end);
  }

  function escapePairs(texts: readonly string[], start: number, shortEnd: number): string {
    complete = '';
    end = shortEnd - start;
    workspace = codec() as Workspace;
    for (let at = 0; at < end; at += 4) setInt32(workspace.$view, at, getInt32(shortTexts.$view, start + at));
    let joined = '';
    let first = 0;
    for (let index = 0; index < texts.length; index += 2) {
      const key = texts[index] as string;
      const value = texts[index + 1] as string;
      const length = key.length + value.length + 2;
      if (joined.length + length > (length > LONG ? 0 : workspace.$capacity)) {
        appendJoined(joined, texts, first, index);
        joined = '';
        first = index;
      }
      if (length > LONG) {
        appendPieces(texts, index, index + 2);
        first = index + 2;
      } else {
        joined += key;
        joined += '=';
        joined += value;
        joined += '&';
      }
    }
    appendJoined(joined, texts, first, texts.length);
    return takeComplete(end - 1);
  }

  /** Returns the whole output and drops it here. */
  function takeComplete(length: number): string {
    const text = complete + workspace.$narrow(length);
    complete = '';
    return text;
  }

  function appendJoined(text: string, texts: readonly string[], from: number, to: number): void {
    if (from === to) return;
    makeSpace();
    const bytes = workspace.$loadUtf8(text);
    const written = bytes === 0 ? MALFORMED : workspace.$functions.$escapeUtf8(bytes, to - from, end);
    // A key or value contains `=` or `&` itself: escape them one by one.
    if (isMalformed(written)) appendPieces(texts, from, to);
    else end = written;
  }

  function appendPieces(texts: readonly string[], from: number, to: number): void {
    for (let index = from; index < to; index++) {
      const text = texts[index] as string;
      makeSpace();
      const written = shortTexts.$write(text, end, workspace.$view, workspace.$view.byteLength);
      if (written < 0) append(text);
      else end = written;
      setUint8(workspace.$view, end++, JOINTS[index % 2] as number);
    }
  }

  function append(text: string): void {
    const { $capacity: block, $functions: functions } = workspace;
    for (let position = 0; position < text.length; ) {
      makeSpace();
      const part = text.length <= block ? text : slice(text, position, position + block);
      const bytes = beginsInAscii(part) ? workspace.$loadUtf8(part) : 0;
      let written = bytes === 0 ? MALFORMED : functions.$escapeUtf8(bytes, 0, end);
      let read = part.length;
      if (isMalformed(written)) {
        workspace.$loadUnits(part);
        written = functions.$escapeUnits(read, position + read === text.length ? 1 : 0, end);
        if (isMalformed(written)) throw platform.$invalidUri();
        read = workspace.$words[Header.consumed] as number;
      }
      end = written;
      position += read;
    }
  }

  function makeSpace(): void {
    if (end <= (workspace.$words[Header.collected] as number)) return;
    complete += workspace.$narrow(end);
    end = 0;
  }

  return { $escape: escapeAny, $escapePairs: escapePairs };
}

/**
 * Whether a text is probably ASCII. V8 writes other texts as UTF-8 ten times as slowly as as units.
 */
function beginsInAscii(text: string): boolean {
  for (let index = 0; index < PROBE; index++) if (charCodeAt(text, index) >= ASCII) return false;
  return true;
}
