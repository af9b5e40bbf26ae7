import type { Platform } from './backend';
import { Header, isMalformed, type Workspace } from './workspace';

const ASCII = 128;
/** Up to here a loop over the units is faster than a call. */
const LONGEST_LOOP = 48;
/** Up to here the escaped forms are joined one by one. */
const LONGEST_JOINED = 24;

/** Escapes texts: short ones by a table that the codec filled, others by the codec. */
export class Escaper {
  /** The escaped form of each ASCII character; empty for those that stand for themselves. */
  readonly #escaped: readonly string[];
  readonly #workspace: Workspace;
  readonly #platform: Platform;

  constructor(workspace: Workspace, platform: Platform) {
    this.#workspace = workspace;
    this.#platform = platform;
    this.#escaped = Array.from({ length: ASCII }, (_, octet) =>
      workspace.functions.isUnescaped(octet) === 1 ? '' : this.#escapeByCodec(String.fromCharCode(octet)),
    );
  }

  /**
   * Escapes a text.
   *
   * @throws the platform's error for a text that ends in the middle of a surrogate pair
   */
  escape(text: string): string {
    return this.escapeShort(text) ?? this.#escapeByCodec(text);
  }

  /** Escapes a text that is short enough to do so without a call; nothing otherwise. */
  escapeShort(text: string): string | undefined {
    const { length } = text;
    if (length > LONGEST_LOOP) return undefined;
    const escaped = this.#escaped;
    let index = 0;
    for (; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code >= ASCII) return undefined;
      if (escaped[code] !== '') break;
    }
    if (index === length) return text;
    if (length > LONGEST_JOINED) return undefined;
    let joined = '';
    let copied = 0;
    for (; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code >= ASCII) return undefined;
      const form = escaped[code] as string;
      if (form === '') continue;
      if (copied < index) joined += text.slice(copied, index);
      joined += form;
      copied = index + 1;
    }
    return copied < length ? joined + text.slice(copied) : joined;
  }

  /**
   * Escapes pieces that were put together, and joins them by `=` and `&`.
   *
   * @param pieces - the pieces, one behind the other; no more units than a block
   * @param count - how many pieces there are; the codec's table holds twice their lengths, plus 1 for keys
   */
  escapeJoined(pieces: string, count: number): string {
    const workspace = this.#workspace;
    const written = workspace.functions.escapeList(workspace.load(pieces), count);
    if (isMalformed(written)) throw this.#platform.invalidUri();
    return workspace.narrow(written);
  }

  #escapeByCodec(text: string): string {
    const workspace = this.#workspace;
    const { block } = workspace;
    let escaped = '';
    let position = 0;
    while (position < text.length) {
      const part = text.length <= block ? text : text.slice(position, position + block);
      const last = position + part.length === text.length;
      const written = workspace.functions.escape(workspace.load(part), 0, part.length, last ? 1 : 0);
      if (isMalformed(written)) throw this.#platform.invalidUri();
      // Every escape makes a text longer: this part is its own escaped form.
      escaped += written === part.length ? part : workspace.narrow(written);
      position += workspace.words[Header.consumed] as number;
    }
    return escaped;
  }
}
