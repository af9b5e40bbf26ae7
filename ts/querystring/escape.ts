import { Header, isMalformed, MALFORMED } from '../binding/querystring-boundary';
import { charCodeAt, slice } from './builtins';
import type { Platform } from './platform';
import { createShortTexts, type ShortTexts } from './short-texts';
import { escapeUnits } from './typescript-codec';
import type { Codec, Workspace } from './workspace';

/** Up to this length, loading a text as code units takes no longer than as UTF-8. */
const AS_UNITS = 512;
/** How many units are checked to guess whether a longer text is ASCII. */
const PROBE = 32;
const ASCII = 128;

/** Escapes texts: short ones by tables that the codec filled, others by a call of the codec. */
export interface Escaper {
  /**
   * Escapes a text.
   *
   * @throws the platform's error for a text that ends in the middle of a surrogate pair
   */
  $escape(text: string): string;
  /**
   * Writes the escaped form of a text into the narrow output of a codec.
   *
   * @param start - where it begins, not behind the end of the collected output
   * @returns where it ends; -1 for a text that does not fit into the codec's input
   * @throws the platform's error for a text that ends in the middle of a surrogate pair
   */
  $write(workspace: Workspace, text: string, start: number): number;
  readonly $isClean: ShortTexts['$isClean'];
  /**
   * Escapes a text of any length behind what was written.
   *
   * @param start - where that begins in the narrow output
   * @param behind - where it ends
   * @returns both as one string
   * @throws the platform's error for a text that ends in the middle of a surrogate pair
   */
  $escapeLong(workspace: Workspace, text: string, start: number, behind: number): string;
}

/** Makes an escaper. */
export function createEscaper(codec: Codec, platform: Platform): Escaper {
  const { $write: writeShort, $isClean } = createShortTexts(platform);

  function escapeAny(text: string): string {
    const workspace = codec();
    if (workspace === undefined) return escapeUnits(text, platform);
    const { $free: start } = workspace;
    const end = write(workspace, text, start);
    if (end < 0) return escapeLong(workspace, text, start, start);
    // Every escape makes a text longer.
    return end - start === text.length ? text : workspace.$narrowText(start, end);
  }

  function write(workspace: Workspace, text: string, start: number): number {
    const end = writeShort(workspace, text, start);
    return end >= 0 || text.length > workspace.$capacity ? end : writePart(workspace, text, true, start);
  }

  /** Escapes what fits into the input; the header says how many units that were. */
  function writePart(workspace: Workspace, part: string, isLast: boolean, start: number): number {
    const { $functions: functions } = workspace;
    const { length } = part;
    const bytes = length > AS_UNITS && beginsInAscii(part) ? workspace.$loadUtf8(part) : 0;
    let end = bytes === 0 ? MALFORMED : functions.$escapeUtf8(bytes, start);
    if (!isMalformed(end)) {
      workspace.$words[Header.consumed] = length;
    } else if (isLast) {
      end = workspace.$escapeText(part, start);
    } else {
      workspace.$loadUnits(part);
      end = functions.$escapeUnits(length, 0, start);
    }
    if (isMalformed(end)) throw platform.$invalidUri();
    return end;
  }

  function escapeLong(workspace: Workspace, text: string, start: number, behind: number): string {
    const { $capacity: most } = workspace;
    const { length } = text;
    let escaped = '';
    let end = behind;
    for (let position = 0; position < length; ) {
      if (end > workspace.$collects) {
        escaped += workspace.$narrowText(start, end);
        end = start;
      }
      const part = slice(text, position, position + most);
      end = writePart(workspace, part, position + part.length === length, end);
      position += workspace.$words[Header.consumed] as number;
    }
    return escaped.length + end - start === length ? text : escaped + workspace.$narrowText(start, end);
  }

  return { $escape: escapeAny, $write: write, $escapeLong: escapeLong, $isClean };
}

/**
 * Whether a text is probably ASCII. V8 writes other texts as UTF-8 ten times as slowly as as units.
 */
function beginsInAscii(text: string): boolean {
  for (let index = 0; index < PROBE; index++) if (charCodeAt(text, index) >= ASCII) return false;
  return true;
}
