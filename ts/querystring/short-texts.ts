import { Header } from '../binding/querystring-boundary';
import {
  charCodeAt,
  codePointAt,
  fromCodePoint,
  getFrom,
  getInt32,
  setIn,
  setInt32,
  subarray,
  trunc,
} from './builtins';
import type { Platform } from './platform';
import type { Codec, Workspace } from './workspace';

const ASCII = 128;
/** Up to this length, a loop over the units is faster than a call of the codec. */
const LONGEST = 64;
/** The longest escaped form of a unit, in bytes. */
const LONGEST_FORM = 9;
/** The size of the buffer, in bytes. */
const SIZE = 4096;
/** The forms of non-ASCII characters are kept in at most this many blocks (1 MB). */
const MOST_BLOCKS = 512;
/** Characters in a block. */
const BLOCK = 128;
/** The most bytes of a character in UTF-8. */
const MOST_FORMS = 4;
const PERCENT = 0x25;

/**
 * Escapes short texts by tables that the codec filled, into a buffer. Texts that are joined there
 * become one string, without a call of the codec.
 */
export interface ShortTexts {
  /** A buffer. */
  readonly $view: DataView;
  /** Its size, in bytes. */
  readonly $size: number;
  /**
   * Where writing may begin. The bytes before are in use by an outer call, whose getters call
   * again.
   */
  $free: number;
  /**
   * Writes the escaped form of a text into a buffer, with space for one more byte behind it.
   *
   * @returns where it ends; -1 for a text that is too long or has a lone surrogate, and where there
   * is no codec
   */
  $write(text: string, start: number, view: DataView, limit: number): number;
  /** Reads what was written into the buffer. */
  $text(start: number, end: number): string;
}

/**
 * Makes a buffer for short texts. Its functions are closures because they reach the tables fastest
 * so.
 */
export function createShortTexts(codec: Codec, platform: Platform): ShortTexts {
  const buffer = new ArrayBuffer(SIZE);
  let ascii: Int32Array | undefined;
  // Those of other characters.
  const blocks = new Map<number, Int32Array>();
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
    const forms = new Int32Array(MOST_FORMS * BLOCK);
    let count = 0;
    for (let at = start; at < end; ) {
      const escaped = getInt32(workspace.$view, at, true);
      const length = (escaped & 0xff) === PERCENT ? 3 : 1;
      forms[count++] = (escaped & (length === 3 ? 0xffffff : 0xff)) | (length << 24);
      at += length;
    }
    return subarray(forms, 0, count);
  }

  function write(text: string, start: number, view: DataView, limit: number): number {
    const { length } = text;
    if (length > LONGEST || start + length * LONGEST_FORM + 4 > limit) return -1;
    if (ascii === undefined) {
      const workspace = codec();
      if (workspace === undefined) return -1;
      ascii = formsFrom(workspace, 0);
    }
    const forms = ascii;
    let at = start;
    for (let index = 0; index < length; index++) {
      const code = charCodeAt(text, index);
      if (code < ASCII) {
        const form = forms[code] as number;
        // The next form overwrites what is behind a form of one byte.
        setInt32(view, at, form, true);
        at += form >> 24;
      } else {
        const character = (code & 0xf800) === 0xd800 ? (codePointAt(text, index) as number) : code;
        at = writeOther(character, at, view);
        if (at < 0) return -1;
        if (character > 0xffff) index++;
      }
    }
    return at;
  }

  function writeOther(character: number, start: number, view: DataView): number {
    const number = trunc(character / BLOCK);
    if (number !== lastNumber && !findBlock(number)) return -1;
    const { length } = lastBlock;
    const form = (character % BLOCK) * (length / BLOCK);
    setInt32(view, start, lastBlock[form] as number, true);
    setInt32(view, start + 3, lastBlock[form + 1] as number, true);
    if (length === 2 * BLOCK) return start + 6;
    setInt32(view, start + 6, lastBlock[form + 2] as number, true);
    if (length === 3 * BLOCK) return start + 9;
    setInt32(view, start + 9, lastBlock[form + 3] as number, true);
    return start + 12;
  }

  function findBlock(number: number): boolean {
    let block = getFrom(blocks, number);
    if (block === undefined) {
      // Surrogates without a partner have no form.
      if ((number >= 0xd800 / BLOCK && number < 0xe000 / BLOCK) || count === MOST_BLOCKS) return false;
      block = formsFrom(codec() as Workspace, number * BLOCK);
      setIn(blocks, number, block);
      count++;
    }
    lastNumber = number;
    lastBlock = block;
    return true;
  }

  return {
    $free: 0,
    $view: new DataView(buffer),
    $size: SIZE,
    $write: platform.$isEnabled('query-short-texts') ? write : () => -1,
    $text: platform.$strings(buffer).$latin1,
  };
}
