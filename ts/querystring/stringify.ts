import { charCodeAt } from './builtins';
import type { Escaper } from './escape';
import { createWriteObject } from './few-pairs';
import type { Platform } from './platform';
import { stringifyTexts } from './text-by-text';
import { textOf } from './text-of';
import type { Querystring } from './types';
import type { Codec } from './workspace';

/**
 * Makes `stringify` for a codec. `exported` is the exports object, whose functions may be replaced.
 */
export function createStringify(
  codec: Codec,
  escaper: Escaper,
  platform: Platform,
  exported: Querystring,
): Querystring['stringify'] {
  const { escape: ownEscape } = exported;
  const writeObject = createWriteObject(escaper, platform);
  const joinsTexts = platform.$isEnabled('query-joined-texts');

  return function stringify(object, separator, equals, options) {
    const separatorText = separator || '&';
    const equalsText = equals || '=';
    let encode: (text: string) => unknown = exported.escape;
    if (options && typeof options.encodeURIComponent === 'function') encode = options.encodeURIComponent;
    if (object === null || typeof object !== 'object') return '';
    if (encode !== ownEscape)
      return stringifyTexts((value) => encode(textOf(value)), object, separatorText, equalsText);
    if (joinsTexts && isByte(separatorText) && isByte(equalsText)) {
      const workspace = codec();
      // Behind that, calls of calls have used up the space for pairs.
      if (workspace !== undefined && workspace.$free <= workspace.$collects) {
        return writeObject(workspace, object, separatorText, equalsText);
      }
    }
    return stringifyTexts((value) => escaper.$escape(textOf(value)), object, separatorText, equalsText);
  };
}

/** Whether a separator, for which Node takes anything, is one ASCII character. */
function isByte(separator: unknown): boolean {
  return typeof separator === 'string' && separator.length === 1 && charCodeAt(separator, 0) < 128;
}
