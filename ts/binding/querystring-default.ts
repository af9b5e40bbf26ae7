import { process } from '../main-realm';
import type { Backend } from '../querystring/backend';
import { loadAddon } from './index';
import { loadNative } from './querystring-native';
import { loadWasm } from './wasm';

/**
 * Whether query strings are read by the addon where nobody chooses: it takes less time than WebAssembly in Node and more in Bun and Deno, where a call to an
 * addon costs more (`docs/benchmarks/querystring.md`). Where there is no addon for this platform or it cannot be loaded, it is WebAssembly too.
 */
function prefersNative(): boolean {
  if ('bun' in process.versions || 'deno' in process.versions) return false;
  try {
    loadAddon();
    return true;
  } catch {
    return false;
  }
}

/** The codec where nobody chooses. It is loaded when a text is first read or written by it: a program that loads this package need not come to that. */
export function defaultBackend(): Backend {
  let chosen: Backend | undefined;
  return {
    instantiate(units, wideUnits) {
      chosen ??= prefersNative() ? loadNative() : loadWasm();
      return chosen.instantiate(units, wideUnits);
    },
  };
}
