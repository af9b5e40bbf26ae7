/**
 * `rt-std/querystring` over the native addon. Throws `ERR_DLOPEN_FAILED` when there is none for
 * this platform.
 *
 * @packageDocumentation
 */
import { loadNative } from '../binding/querystring-native';
import { createQuerystring } from './create';
import { nodePlatform } from './node-platform';
import type * as Types from './types';
import { workspaceOf } from './workspace';

const backend = loadNative();

/** The functions of `querystring`, by the addon. */
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
