import type { Backend } from '../querystring/backend';
import { loadAddon } from './index';

/**
 * The query-string codec of the native addon.
 *
 * @throws `ERR_DLOPEN_FAILED` when there is no addon for this platform
 */
export function loadNative(): Backend {
  const {
    createQuerystringCodec,
    querystringDecodeComponent,
    querystringDecodeOctets,
    querystringEscape,
    querystringEscapeList,
    querystringIsUnescaped,
    querystringMemory,
    querystringParse,
    querystringParseSeparated,
    querystringReserve,
  } = loadAddon();
  // One for each backend: what a workspace replaces, nobody uses any more.
  const codec = createQuerystringCodec();
  return {
    instantiate(units, wideUnits) {
      querystringReserve(codec, units, wideUnits);
      return {
        functions: {
          parse: (wide, start, end, last, syntax, limit) =>
            querystringParse(codec, wide, start, end, last, syntax, limit),
          parseSeparated: (separatorLength, equalsLength, start, end, flags, limit) =>
            querystringParseSeparated(codec, separatorLength, equalsLength, start, end, flags, limit),
          escape: (wide, start, end, last) => querystringEscape(codec, wide, start, end, last),
          escapeList: (wide, count) => querystringEscapeList(codec, wide, count),
          decodeComponent: (wide, end) => querystringDecodeComponent(codec, wide, end),
          decodeOctets: (wide, end, plusIsSpace) => querystringDecodeOctets(codec, wide, end, plusIsSpace),
          isUnescaped: querystringIsUnescaped,
        },
        buffer: querystringMemory(codec),
        address: 0,
      };
    },
  };
}
