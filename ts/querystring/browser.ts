import { wasmBackend } from '../binding/querystring-wasm';
import { browserPlatform } from './browser-platform';
import { createQuerystring } from './create';
import type { Querystring } from './types';

/**
 * `rt-std/querystring` for a runtime without Node's modules.
 *
 * @param latin1 - the WebAssembly module, one character for each octet: smaller than any other text when it is compressed
 * @param mask - with what each octet was combined by exclusive or
 */
export function createBrowserQuerystring(latin1: string, mask: number): Querystring {
  return createQuerystring(
    wasmBackend(Uint8Array.from(latin1, (character) => character.charCodeAt(0) ^ mask)),
    browserPlatform,
  );
}
