import querystring from './imported.js';

export type { ParsedUrlQuery, ParsedUrlQueryInput, ParseOptions, StringifyOptions } from './types.js';

export const { unescapeBuffer, stringify, encode, parse, decode } = querystring;
const { unescape: unescapeText, escape: escapeText } = querystring;

export { escapeText as escape, unescapeText as unescape };
export default querystring;
