import { Header } from '../binding/querystring-boundary';
import { charCodeAt, codePointAt, createMap, fromCodePoint, setIn, subarray, trunc } from './builtins';
import type { Platform } from './platform';
import type { Workspace } from './workspace';

const ASCII = 128;
/** Up to this length, in units, the tables are faster than calls of the codec. */
const LONGEST = 24;
/** The same for looking whether anything has to be escaped. */
const LONGEST_CLEAN = 64;
/** More than the escaped form of a short text takes, in bytes. */
const SIZE = 4096;
/** The forms of non-ASCII characters are kept in at most this many blocks (1 MB). */
const MOST_BLOCKS = 512;
/** Characters in a block. */
const BLOCK = 128;
/** The most bytes of a character in UTF-8. */
const MOST_FORMS = 4;
const PERCENT = 0x25;
/** Forms of two and more bytes are no less. */
const ESCAPED = 2 << 24;

/**
 * Writes the escaped form of a text into the codec's narrow output.
 *
 * @returns where it ends; -1 for a text that is too long or has a lone surrogate
 */
type WriteShort = (workspace: Workspace, text: string, start: number) => number;

/** Escapes short texts by tables that the codec filled. */
export interface ShortTexts {
  readonly $write: WriteShort;
  /** Whether a text is its own escaped form; also false for one too long to look through. */
  readonly $isClean: (workspace: Workspace, text: string) => boolean;
}

/** Makes them. They are closures because these reach the tables fastest. */
export function createShortTexts(platform: Platform): ShortTexts {
  if (!platform.$isEnabled('query-short-texts')) return { $write: () => -1, $isClean: () => false };
  let ascii: Int32Array | undefined;
  // Those of other characters.
  const blocks = createMap<number, Int32Array>();
  let count = 0;
  let lastNumber = 0;
  let lastBlock: Int32Array = new Int32Array(0);

  /**
   * Gets the forms of a block of characters: up to three bytes in a number, their count in its top
   * byte.
   */
  function formsFrom(workspace: Workspace, first: number): Int32Array {
    let characters = '';
    for (let code = first; code < first + BLOCK; code++) characters += fromCodePoint(code);
    workspace.$loadUnits(characters);
    // Behind the collected output and a short text that is being written.
    const start = (workspace.$words[Header.collected] as number) + SIZE;
    const end = workspace.$functions.$escapeUnits(characters.length, 1, start);
    const { $bytes: bytes } = workspace;
    const forms = new Int32Array(MOST_FORMS * BLOCK);
    let count = 0;
    for (let at = start; at < end; ) {
      const byte = bytes[at++] as number;
      const digits = byte === PERCENT ? ((bytes[at++] as number) << 8) | ((bytes[at++] as number) << 16) : 0;
      forms[count++] = byte | digits | ((digits > 0 ? 3 : 1) << 24);
    }
    return subarray(forms, 0, count);
  }

  function write(workspace: Workspace, text: string, start: number): number {
    const { length } = text;
    if (length > LONGEST) return -1;
    const { $bytes: bytes, $view: view } = workspace;
    ascii ??= formsFrom(workspace, 0);
    const forms = ascii;
    let index = 0;
    // Most texts are their own form: a loop without forms takes half the time.
    for (; index < length; index++) {
      const code = charCodeAt(text, index);
      if (code >= ASCII || (forms[code] as number) >= ESCAPED) break;
      bytes[start + index] = code;
    }
    let at = start + index;
    for (; index < length; index++) {
      const code = charCodeAt(text, index);
      if (code < ASCII) {
        const form = forms[code] as number;
        // The next form overwrites what is behind a form of one byte.
        view.setInt32(at, form, true);
        at += form >> 24;
      } else {
        const character = (code & 0xf800) === 0xd800 ? (codePointAt(text, index) as number) : code;
        at = writeOther(workspace, character, at);
        if (at < 0) return -1;
        if (character > 0xffff) index++;
      }
    }
    return at;
  }

  function writeOther(workspace: Workspace, character: number, start: number): number {
    const number = trunc(character / BLOCK);
    if (number !== lastNumber && !findBlock(workspace, number)) return -1;
    const { $view: view } = workspace;
    const bytes = lastBlock.length / BLOCK;
    const first = (character % BLOCK) * bytes;
    let at = start;
    for (let form = first; form < first + bytes; form++) {
      view.setInt32(at, lastBlock[form] as number, true);
      at += 3;
    }
    return at;
  }

  function findBlock(workspace: Workspace, number: number): boolean {
    let block = blocks.get(number);
    if (block === undefined) {
      // Surrogates without a partner have no form.
      if ((number >= 0xd800 / BLOCK && number < 0xe000 / BLOCK) || count === MOST_BLOCKS) return false;
      block = formsFrom(workspace, number * BLOCK);
      setIn(blocks, number, block);
      count++;
    }
    lastNumber = number;
    lastBlock = block;
    return true;
  }

  function isClean(workspace: Workspace, text: string): boolean {
    const { length } = text;
    if (length > LONGEST_CLEAN) return false;
    ascii ??= formsFrom(workspace, 0);
    const forms = ascii;
    for (let index = 0; index < length; index++) {
      const code = charCodeAt(text, index);
      if (code >= ASCII || (forms[code] as number) >= ESCAPED) return false;
    }
    return true;
  }

  return { $write: write, $isClean: isClean };
}
