// With lib es2022, which has no helpers of iterators.
import { parsePairs, type QueryPairs } from 'rt-std/querystring/pairs';

export const pairs: QueryPairs = parsePairs('a=1');
export const keys: string[] = Array.from(pairs, ([key]) => key);
export const first: string | undefined = pairs.next().value?.[1];
export const all: IterableIterator<[string, string]> = pairs;
for (const [key, value] of pairs) keys.push(key + value);
