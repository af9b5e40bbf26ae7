/**
 * Parses and formats URL query strings: Node's `querystring`, by a codec in Rust.
 *
 * In Node the codec runs in the native addon; where there is none for the platform, and in other
 * runtimes, in WebAssembly. The entries `rt-std/querystring/native` and `rt-std/querystring/wasm`
 * choose.
 *
 * @packageDocumentation
 */
import { defaultBackend } from '../binding/querystring-default';
import { createQuerystring } from './create';
import { nodePlatform } from './node-platform';
import type * as Types from './types';

const querystring: Types.Querystring = createQuerystring(defaultBackend(), nodePlatform);

namespace querystring {
  export type ParsedUrlQuery = Types.ParsedUrlQuery;
  export type ParsedUrlQueryInput = Types.ParsedUrlQueryInput;
  export type ParseOptions = Types.ParseOptions;
  export type StringifyOptions = Types.StringifyOptions;
}

export = querystring;
