import { process } from '../main-realm';
import { loadAddon } from './index';
import type { Backend } from './querystring-codec';
import { loadNative } from './querystring-native';
import { loadWasm } from './wasm';

/**
 * Whether the default is the addon. It is faster than WebAssembly in Node, and slower in Bun and
 * Deno, where a call of an addon costs more (`docs/benchmarks/querystring.md`). If there is no
 * addon for this platform, or it cannot be loaded, WebAssembly is the default.
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

/** The default codec. It is loaded when a text first needs it. */
export function defaultBackend(): Backend {
  let chosen: Backend | undefined;
  return {
    $instantiate(units, wideUnits) {
      chosen ??= prefersNative() ? loadNative() : loadWasm();
      return chosen.$instantiate(units, wideUnits);
    },
  };
}
