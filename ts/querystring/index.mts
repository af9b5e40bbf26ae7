import querystring from './index.js';

export type { ParsedUrlQuery, ParsedUrlQueryInput, ParseOptions, StringifyOptions } from './types.js';
export const { unescapeBuffer, unescape, escape, stringify, encode, parse, decode } = querystring;
export default querystring;
