import { Buffer } from 'node:buffer';
import type { Backend } from './querystring-codec';
import { wasmBackend } from './querystring-wasm';
import { unusedImports } from './wasm-imports';

/**
 * The query-string codec in WebAssembly. Its bytes are text in a file of code, so that bundlers
 * take them along: they don't know of a file that is only read.
 *
 * @throws Error when this runtime cannot compile it: it needs 128-bit vectors
 */
export function loadWasm(): Backend {
  const bytes = Buffer.from(require('../../dist/querystring/codec-text.js') as string, 'base64');
  let compiled: WebAssembly.Module;
  try {
    compiled = new WebAssembly.Module(bytes);
  } catch (cause) {
    throw new Error('rt-std/querystring/wasm cannot run here: it needs WebAssembly with 128-bit vectors (SIMD)', {
      cause,
    });
  }
  return wasmBackend(compiled, unusedImports(compiled));
}
