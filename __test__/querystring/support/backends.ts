import { join } from 'node:path';
import * as node from 'node:querystring';
import { pathToFileURL } from 'node:url';
import native from 'rt-std/querystring/native';
import wasm from 'rt-std/querystring/wasm';

/** The module as both sides have it, loosely typed: the specs hand it what its types forbid. */
export interface Module {
  unescapeBuffer(...values: unknown[]): unknown;
  unescape(...values: unknown[]): unknown;
  escape(...values: unknown[]): unknown;
  stringify(...values: unknown[]): unknown;
  encode(...values: unknown[]): unknown;
  parse(...values: unknown[]): unknown;
  decode(...values: unknown[]): unknown;
}

/** Node's own module, the oracle. */
export const oracle = (node as unknown as { default?: Module }).default ?? (node as unknown as Module);

/** A backend under test. */
export interface Tested {
  readonly name: string;
  readonly module: Module;
}

/** The names of the backends. A browser has one (`__test__/conformance/browsers/backends.ts`). */
export const BACKENDS: readonly string[] = ['native', 'wasm', 'browser'];

/** Every backend: the addon, the WebAssembly of Node, and the browser's bundle. */
export async function backends(): Promise<readonly Tested[]> {
  const bundle = pathToFileURL(join(__dirname, '..', '..', '..', '..', 'dist', 'browser', 'querystring.mjs'));
  const browser = (await import(bundle.href)) as { default: Module };
  return [
    { name: 'native', module: native as unknown as Module },
    { name: 'wasm', module: wasm as unknown as Module },
    { name: 'browser', module: browser.default },
  ];
}
