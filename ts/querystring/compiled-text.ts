import type { Backend } from '../binding/querystring-codec';
import { wasmBackend } from '../binding/querystring-wasm';

/**
 * The codec in WebAssembly, from the text in the browser's build.
 *
 * @param latin1 - the bytes of the module, one character for each: the smallest text form after
 * compression
 * @param mask - the number that each byte was XORed with
 * @throws the engine's error where WebAssembly is missing, refused, or has no 128-bit vectors
 */
export function compiledText(latin1: string, mask: number): Backend {
  return wasmBackend(new WebAssembly.Module(Uint8Array.from(latin1, (character) => character.charCodeAt(0) ^ mask)));
}
