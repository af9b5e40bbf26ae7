import { isBuildingSnapshot, NO_ADDON_IN_SNAPSHOT } from '../node-builtins/building-snapshot';
import { IS_NODE } from '../node-version';
import { loadAddon } from './index';
import { rethrowPassing } from './passing-error';
import type { Backend, QuerystringChoice } from './querystring-codec';
import { loadNative } from './querystring-native';
import { loadWasm } from './wasm';

/** Where the default codec runs, and its backend: none for the one in TypeScript. */
interface Chosen {
  readonly choice: QuerystringChoice;
  readonly backend: Backend | undefined;
}

let chosen: Chosen | undefined;

/**
 * Where the default codec runs. The addon is faster than WebAssembly in Node, and slower in Bun and
 * Deno, where a call of an addon costs more (`docs/benchmarks/querystring.md`). If there is no
 * addon for this platform, or it cannot be loaded, WebAssembly is the default; where there is none
 * (`--jitless`), or its file is missing, TypeScript.
 */
export function querystringChoice(): QuerystringChoice {
  return chooseCodec().choice;
}

/** The default codec, to be loaded when a text first needs it; none for the one in TypeScript. */
export function defaultBackend(): Backend | undefined {
  return chooseCodec().backend;
}

function chooseCodec(): Chosen {
  chosen ??= withAddon() ?? withoutAddon();
  return chosen;
}

let whyNoAddon = 'WebAssembly is faster than an addon in Bun and Deno';

function withAddon(): Chosen | undefined {
  if (!IS_NODE) return undefined;
  if (isBuildingSnapshot()) {
    whyNoAddon = NO_ADDON_IN_SNAPSHOT;
    return undefined;
  }
  try {
    loadAddon();
  } catch (error) {
    rethrowPassing(error);
    whyNoAddon = (error as Error).message;
    return undefined;
  }
  return { choice: { name: 'native', reason: 'the native addon is loaded' }, backend: loadNative() };
}

function withoutAddon(): Chosen {
  try {
    return { choice: { name: 'wasm', reason: whyNoAddon }, backend: loadWasm() };
  } catch (error) {
    rethrowPassing(error);
    return { choice: { name: 'typescript', reason: (error as Error).message }, backend: undefined };
  }
}
