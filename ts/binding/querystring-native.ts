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
    querystringEscapeList,
    querystringEscapePairs,
    querystringEscapeUnits,
    querystringEscapeUtf8,
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
          escapeUtf8: (end) => querystringEscapeUtf8(codec, end),
          escapeUnits: (end, last) => querystringEscapeUnits(codec, end, last),
          escapePairs: (end, count) => querystringEscapePairs(codec, end, count),
          escapeList: (wide, end, count) => querystringEscapeList(codec, wide, end, count),
          decodeComponent: (end) => querystringDecodeComponent(codec, end),
          decodeOctets: (end, plusIsSpace) => querystringDecodeOctets(codec, end, plusIsSpace),
          isUnescaped: querystringIsUnescaped,
        },
        buffer: querystringMemory(codec),
        address: 0,
      };
    },
  };
}
