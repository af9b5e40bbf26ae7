// Without `@types/node`, in a page or elsewhere: nothing is to be installed for these entries.
import { backend } from 'rt-std/backend';
import querystring, { parse } from 'rt-std/querystring';
import native from 'rt-std/querystring/native';
import { get, parsePairs } from 'rt-std/querystring/pairs';
import wasm from 'rt-std/querystring/wasm';

export const codecs = [querystring, native, wasm, backend.querystring];
export const query = [parse('a=1').a, get('a=1', 'a'), querystring.unescapeBuffer('a').length];
export const pairs = parsePairs('a=1');
