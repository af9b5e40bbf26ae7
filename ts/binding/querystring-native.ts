import { loadAddon } from './index';
import { Header } from './querystring-boundary';
import { type Backend, memoryError } from './querystring-codec';

/**
 * The query-string codec of the native addon. Its memory is an `ArrayBuffer` that each call
 * borrows, so the engine counts it, and frees it even in code that never yields to the event loop.
 *
 * @throws `ERR_DLOPEN_FAILED` when there is no addon for this platform
 */
export function loadNative(): Backend {
  const { createQuerystringCodec, querystringMemorySize } = loadAddon();
  const codec = createQuerystringCodec();
  return {
    $instantiate(units, wideUnits) {
      const size = querystringMemorySize(units, wideUnits);
      if (typeof size !== 'number') throw memoryError();
      const buffer = new ArrayBuffer(size);
      const address = codec.prepare(buffer, units, wideUnits);
      const words = new Uint32Array(buffer, address, Header.words);
      return {
        $functions: {
          $parse: (wide, start, end, last, syntax, limit) => codec.parse(buffer, wide, start, end, last, syntax, limit),
          $parseSeparated: (separatorLength, equalsLength, start, end, flags, limit) =>
            codec.parseSeparated(buffer, separatorLength, equalsLength, start, end, flags, limit),
          $escapeUtf8: (end, start) => codec.escapeUtf8(buffer, end, start),
          $escapeUnits: (end, last, start) => codec.escapeUnits(buffer, end, last, start),
          $decodeComponent: (end) => codec.decodeComponent(buffer, end),
          $decodeBytes: (end, plusIsSpace) => codec.decodeBytes(buffer, end, plusIsSpace),
          $escapeText(text, start) {
            words[Header.textLength] = text.length;
            return codec.escapeText(buffer, text, start);
          },
          $parseText(text, syntax, limit) {
            words[Header.textLength] = text.length;
            words[Header.syntax] = syntax;
            words[Header.limit] = limit;
            return codec.parseText(buffer, text);
          },
        },
        $buffer: buffer,
        $address: address,
      };
    },
  };
}
