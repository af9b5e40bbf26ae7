import type { Backend } from '../querystring/backend';
import { loadAddon } from './index';

/**
 * The query-string codec of the native addon.
 *
 * @throws `ERR_DLOPEN_FAILED` when there is no addon for this platform
 */
export function loadNative(): Backend {
  const { QuerystringCodec, isUnescaped } = loadAddon();
  return {
    instantiate(units, wideUnits) {
      const codec = new QuerystringCodec(units, wideUnits);
      return {
        functions: {
          parse: (wide, start, end, last, syntax, limit) => codec.parse(wide, start, end, last, syntax, limit),
          parseSeparated: (separatorLength, equalsLength, start, end, flags, limit) =>
            codec.parseSeparated(separatorLength, equalsLength, start, end, flags, limit),
          escape: (wide, start, end, last) => codec.escape(wide, start, end, last),
          escapeList: (wide, count) => codec.escapeList(wide, count),
          decodeComponent: (wide, end) => codec.decodeComponent(wide, end),
          decodeOctets: (wide, end, plusIsSpace) => codec.decodeOctets(wide, end, plusIsSpace),
          isUnescaped,
        },
        buffer: codec.memory(),
        address: 0,
      };
    },
  };
}
