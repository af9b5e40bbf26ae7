import { wasmBackend } from '../binding/querystring-wasm';
import { browserPlatform } from './browser-platform';
import { createQuerystring } from './create';
import type { Querystring } from './types';

/**
 * `rt-std/querystring` for a runtime without Node's modules.
 *
 * @param latin1 - the WebAssembly module, one character per byte: the smallest text form after
 * compression
 * @param mask - the number that each byte was XORed with
 */
export function createBrowserQuerystring(latin1: string, mask: number): Querystring {
  return createQuerystring(
    wasmBackend(Uint8Array.from(latin1, (character) => character.charCodeAt(0) ^ mask)),
    browserPlatform,
  );
}
