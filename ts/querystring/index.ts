/**
 * Parses and formats URL query strings: Node's `querystring`, by a codec in Rust. The native addon is used where there is one, WebAssembly elsewhere.
 *
 * @packageDocumentation
 */
import type * as Types from './types';

function load(): Types.Querystring {
  try {
    return require('./native') as Types.Querystring;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_DLOPEN_FAILED') throw error;
    return require('./wasm') as Types.Querystring;
  }
}

const querystring: Types.Querystring = load();

namespace querystring {
  export type ParsedUrlQuery = Types.ParsedUrlQuery;
  export type ParsedUrlQueryInput = Types.ParsedUrlQueryInput;
  export type ParseOptions = Types.ParseOptions;
  export type StringifyOptions = Types.StringifyOptions;
}

export = querystring;
