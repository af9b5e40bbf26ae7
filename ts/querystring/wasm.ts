/**
 * `rt-std/querystring` over WebAssembly, whether there is a native addon or not.
 *
 * @packageDocumentation
 */
import { loadWasm } from '../binding/wasm';
import { createQuerystring } from './create';
import { nodePlatform } from './node-platform';
import type * as Types from './types';
import { workspaceOf } from './workspace';

const backend = loadWasm();

/** The functions of `querystring`, by WebAssembly. */
const querystring: Types.Querystring = createQuerystring(
  workspaceOf(() => backend, nodePlatform),
  nodePlatform,
);

namespace querystring {
  export type ParsedUrlQuery = Types.ParsedUrlQuery;
  export type ParsedUrlQueryInput = Types.ParsedUrlQueryInput;
  export type ParseOptions = Types.ParseOptions;
  export type Querystring = Types.Querystring;
  export type StringifyOptions = Types.StringifyOptions;
}

export = querystring;
