import { Buffer } from 'node:buffer';
import { stringIncludes } from '../realm/primordials';
import type { Backend } from './querystring-codec';
import { wasmBackend } from './querystring-wasm';
import { unusedImports } from './wasm-imports';

/**
 * The query-string codec in WebAssembly. Its bytes are text in a file of code, so that bundlers
 * take them along: they don't know of a file that is only read.
 *
 * @throws Error when this runtime cannot run it: it needs 128-bit vectors, and memory
 */
export function loadWasm(): Backend {
  const bytes = Buffer.from(require('../../dist/querystring/codec-text.js') as string, 'base64');
  let compiled: WebAssembly.Module;
  try {
    compiled = new WebAssembly.Module(bytes);
  } catch (cause) {
    throw cannotRun('it needs WebAssembly with 128-bit vectors (SIMD)', cause);
  }
  try {
    return wasmBackend(compiled, unusedImports(compiled));
  } catch (cause) {
    // Not where the stack has ended.
    const { message } = cause as Error;
    throw stringIncludes(message, 'memory') ? cannotRun('there is not enough memory for WebAssembly', cause) : cause;
  }
}

function cannotRun(reason: string, cause: unknown): Error {
  return new Error(`rt-std/querystring/wasm cannot run here: ${reason}`, { cause });
}
