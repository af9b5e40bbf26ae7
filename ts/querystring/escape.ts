import type { Platform } from './backend';
import { Header, isMalformed, MALFORMED, type Workspace } from './workspace';

const ASCII = 128;
/** Up to here a loop over the units is faster than a call. */
const LONGEST_LOOP = 48;
/** Up to here the escaped forms are joined one by one. */
const LONGEST_JOINED = 24;

/** Escapes texts: short ones by a table that the codec filled, others by the codec. */
export interface Escaper {
  /**
   * Escapes a text.
   *
   * @throws the platform's error for a text that ends in the middle of a surrogate pair
   */
  escape(text: string): string;
  /** Escapes a text that is short enough to do so without a call; nothing otherwise. */
  escapeShort(text: string): string | undefined;
  /**
   * Escapes the pieces of pairs that are joined by `=` and `&`.
   *
   * @param text - the pairs, no more units than a block
   * @param lengths - the length of each key and value, none of which ends with a surrogate
   */
  escapePairs(text: string, lengths: readonly number[]): string;
}

/** Makes an escaper. Its functions are closures: `stringify` calls them for each piece, and from these they find the tables fastest. */
export function createEscaper(workspace: Workspace, platform: Platform): Escaper {
  // 1 for each ASCII character that stands for itself.
  const unescaped = Uint8Array.from({ length: ASCII }, (_, octet) => workspace.functions.isUnescaped(octet));
  // The escaped form of the others.
  const forms = Array.from(unescaped, (itself, octet) => (itself ? '' : escapeByCodec(String.fromCharCode(octet))));

  function escapeAny(text: string): string {
    return escapeShort(text) ?? escapeByCodec(text);
  }

  function escapeShort(text: string): string | undefined {
    const { length } = text;
    if (length > LONGEST_LOOP) return undefined;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code >= ASCII) return undefined;
      if (unescaped[code] === 0) return joinEscaped(text, index);
    }
    return text;
  }

  function joinEscaped(text: string, first: number): string | undefined {
    const { length } = text;
    if (length > LONGEST_JOINED) return undefined;
    let joined = '';
    let copied = 0;
    for (let index = first; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code >= ASCII) return undefined;
      if (unescaped[code] !== 0) continue;
      if (copied < index) joined += text.slice(copied, index);
      joined += forms[code];
      copied = index + 1;
    }
    return copied < length ? joined + text.slice(copied) : joined;
  }

  function escapePairs(text: string, lengths: readonly number[]): string {
    const count = lengths.length;
    if (count === 0) return '';
    const { functions, words } = workspace;
    const octets = workspace.loadUtf8(text);
    let written = octets === 0 ? MALFORMED : functions.escapePairs(octets, count);
    // Every escape makes a text longer.
    if (!isMalformed(written)) return written === octets ? text : workspace.narrow(written);
    // A piece holds one of the two that stand between them: the codec has to know where the pieces are.
    for (let index = 0; index < count; index++) words[Header.wordCount + index] = lengths[index] as number;
    if (octets > 0) written = functions.escapeList(0, octets, count);
    if (isMalformed(written)) {
      // There is a character that may stand for a lone surrogate in UTF-8.
      workspace.loadUnits(text);
      written = functions.escapeList(1, text.length, count);
    }
    if (isMalformed(written)) throw platform.invalidUri();
    return workspace.narrow(written);
  }

  function escapeByCodec(text: string): string {
    const { block } = workspace;
    let escaped = '';
    let position = 0;
    while (position < text.length) {
      const part = text.length <= block ? text : text.slice(position, position + block);
      const octets = workspace.loadUtf8(part);
      let written = octets === 0 ? MALFORMED : workspace.functions.escapeUtf8(octets);
      let read = part.length;
      if (isMalformed(written)) {
        workspace.loadUnits(part);
        written = workspace.functions.escapeUnits(part.length, position + part.length === text.length ? 1 : 0);
        if (isMalformed(written)) throw platform.invalidUri();
        read = workspace.words[Header.consumed] as number;
      }
      // With no escape, the part is its own escaped form, and so is all that came before.
      const isClean = written === part.length;
      if (!isClean && escaped === '') escaped = text.slice(0, position);
      if (!isClean || escaped !== '') escaped += isClean ? part : workspace.narrow(written);
      position += read;
    }
    return escaped === '' ? text : escaped;
  }

  return { escape: escapeAny, escapeShort, escapePairs };
}
