import querystring from './native.js';
import type { Querystring } from './types.js';

export type { ParsedUrlQuery, ParsedUrlQueryInput, ParseOptions, Querystring, StringifyOptions } from './types.js';

// One by one: with its type from the interface, an export has the interface's text in editors.
export const unescapeBuffer: Querystring['unescapeBuffer'] = querystring.unescapeBuffer;
export const stringify: Querystring['stringify'] = querystring.stringify;
export const encode: Querystring['encode'] = querystring.encode;
export const parse: Querystring['parse'] = querystring.parse;
export const decode: Querystring['decode'] = querystring.decode;
const unescapeText: Querystring['unescape'] = querystring.unescape;
const escapeText: Querystring['escape'] = querystring.escape;

export { escapeText as escape, unescapeText as unescape };
export default querystring;
