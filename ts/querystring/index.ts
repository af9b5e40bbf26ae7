/**
 * Parses and formats URL query strings: Node's `querystring`, by a codec in Rust.
 *
 * In Node the codec runs in the native addon; where there is none for the platform, and in other
 * runtimes, in WebAssembly; where there is neither, another one in TypeScript does the same. The
 * entries `rt-std/querystring/native` and `rt-std/querystring/wasm` choose. In Node the codec is
 * loaded when there is much to read or to write: until then Node's own functions do the work.
 *
 * @packageDocumentation
 */

import { IS_NODE } from '../node-version';
import { isMainRealm, process } from '../realm/main-realm';
import { isSwitchedOff } from '../switched-off';
import { ENOUGH } from './deferred';
import type * as querystringFunctions from './functions';
import { areNodesOwn, lateQuerystring } from './late';
import type * as Types from './types';

function lateOrNot(): Types.Querystring {
  // Other runtimes have modules of their own, which differ from Node's where ours does not; and
  // what Node's makes in another realm is of the main one.
  if (IS_NODE && isMainRealm && !isSwitchedOff('late-querystring')) {
    // Hooks of a loader may answer a `require` with this very module.
    const nodes = (process.getBuiltinModule?.('querystring') ?? require('node:querystring')) as Types.Querystring;
    if (areNodesOwn(nodes)) return lateQuerystring(nodes, ENOUGH, load);
  }
  return load().createDefault();
}

function load(): typeof querystringFunctions {
  return require('./functions') as typeof querystringFunctions;
}

/** The functions of `querystring`, by the addon, WebAssembly or TypeScript. */
const querystring: Types.Querystring = lateOrNot();

namespace querystring {
  export type ParsedUrlQuery = Types.ParsedUrlQuery;
  export type ParsedUrlQueryInput = Types.ParsedUrlQueryInput;
  export type ParseOptions = Types.ParseOptions;
  export type Querystring = Types.Querystring;
  export type StringifyOptions = Types.StringifyOptions;
}

export = querystring;
