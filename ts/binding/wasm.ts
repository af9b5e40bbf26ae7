import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './querystring-codec';
import { wasmBackend } from './querystring-wasm';

/**
 * The query-string codec in WebAssembly, from the file in the package.
 *
 * @throws Error when the file cannot be read or compiled
 */
export function loadWasm(): Backend {
  return wasmBackend(readFileSync(join(__dirname, '..', '..', 'dist', 'querystring', 'codec.wasm')));
}
