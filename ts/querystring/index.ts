/**
 * Parses and formats URL query strings: Node's `querystring`, by a codec in Rust.
 *
 * In Node the codec runs in the native addon; where there is none for the platform, and in other
 * runtimes, in WebAssembly; where there is neither, another one in TypeScript does the same. The
 * entries `rt-std/querystring/native` and `rt-std/querystring/wasm` choose.
 *
 * @packageDocumentation
 */
import { defaultBackend } from '../binding/querystring-default';
import { createQuerystring } from './create';
import { nodePlatform } from './node-platform';
import type * as Types from './types';
import { workspaceOf } from './workspace';

/** The functions of `querystring`, by the addon, WebAssembly or TypeScript. */
const querystring: Types.Querystring = createQuerystring(workspaceOf(defaultBackend, nodePlatform), nodePlatform);

namespace querystring {
  export type ParsedUrlQuery = Types.ParsedUrlQuery;
  export type ParsedUrlQueryInput = Types.ParsedUrlQueryInput;
  export type ParseOptions = Types.ParseOptions;
  export type StringifyOptions = Types.StringifyOptions;
}

export = querystring;
