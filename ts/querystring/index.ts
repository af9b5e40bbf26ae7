/**
 * Parses and formats URL query strings: Node's `querystring`, by a codec in Rust.
 *
 * The codec runs in WebAssembly: for short texts a call into the native addon costs more than the codec saves (`bench/querystring` shows both). The
 * entries `rt-std/querystring/native` and `rt-std/querystring/wasm` choose.
 *
 * @packageDocumentation
 */
import type * as Types from './types';

import wasm = require('./wasm');

const querystring: Types.Querystring = wasm;

namespace querystring {
  export type ParsedUrlQuery = Types.ParsedUrlQuery;
  export type ParsedUrlQueryInput = Types.ParsedUrlQueryInput;
  export type ParseOptions = Types.ParseOptions;
  export type StringifyOptions = Types.StringifyOptions;
}

export = querystring;
