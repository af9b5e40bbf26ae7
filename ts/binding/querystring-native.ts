import type { Backend } from '../querystring/backend';
import { Header } from '../querystring/workspace';
import type { QuerystringCodec } from './addon';
import { loadAddon } from './index';

/**
 * The query-string codec of the native addon.
 *
 * @throws `ERR_DLOPEN_FAILED` when there is no addon for this platform
 */
export function loadNative(): Backend {
  const addon = loadAddon();
  // One for each backend: what a workspace replaces, nobody uses any more.
  let codec: QuerystringCodec | undefined;
  return {
    instantiate(units, wideUnits) {
      codec ??= addon.createQuerystringCodec();
      const { parseText } = codec;
      const buffer = codec.reserve(units, wideUnits);
      const words = new Uint32Array(buffer, 0, Header.wordCount);
      return {
        functions: {
          ...codec,
          parseText(text, syntax, limit) {
            words[Header.textLength] = text.length;
            words[Header.syntax] = syntax;
            words[Header.limit] = limit;
            return parseText(text);
          },
        },
        buffer,
        address: 0,
      };
    },
  };
}
