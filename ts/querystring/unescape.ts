import { ceil, keptIndexOf, min, padEnd, setBytes, slice, subarray, trunc } from './builtins';
import { beforeEscape } from './cuts';
import type { DecodingPlatform } from './decoding-platform';
import { LOOKS_FOR_ESCAPES_FIRST } from './node-rules';
import type { Platform } from './platform';
import type { Querystring } from './types';
import { bytesOf } from './typescript-codec';
import type { Codec } from './workspace';

/** Whether there is something to decode in a value's text. No method of its own is called. */
function isEscaped(value: string, decodeSpaces: boolean | undefined): boolean {
  return keptIndexOf(value, '%') !== -1 || (!!decodeSpaces && keptIndexOf(value, '+') !== -1);
}

/** Makes `unescapeBuffer` for a codec. */
export function createUnescapeBuffer(codec: Codec, platform: Platform): Querystring['unescapeBuffer'] {
  return function unescapeBuffer(text, decodeSpaces) {
    if (LOOKS_FOR_ESCAPES_FIRST && typeof text !== 'string' && !isEscaped(text, decodeSpaces)) {
      const bytes = platform.$bytesOfValue?.(text);
      if (bytes !== undefined) return bytes;
    }
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
    if (workspace === undefined) return platform.$bytes(subarray(bytesOf(units, decodeSpaces), 0, length));
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
export function createUnescape(
  codec: Codec,
  platform: DecodingPlatform,
  exported: Querystring,
): Querystring['unescape'] {
  return function qsUnescape(text: string, decodeSpaces?: boolean): string {
    return platform.$decodeComponent(codec, text) ?? exported.unescapeBuffer(text, decodeSpaces).toString();
  };
}
