// What the language's iterators have, those of pairs have too.
import { parsePairs } from 'rt-std/querystring/pairs';

export const values: string[] = parsePairs('a=1')
  .filter(([key]) => key !== 'b')
  .map(([, value]) => value)
  .toArray();
