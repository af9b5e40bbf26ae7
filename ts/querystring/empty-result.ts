// biome-ignore-all lint/suspicious/noDuplicateObjectKeys: the repetition sets the size
import { create } from './builtins';
import type { ParsedUrlQuery } from './types';

/**
 * An object without a prototype whose hash table is sized for several properties; it has one, `_`.
 */
type Sized = ParsedUrlQuery & { _?: number };

/** Up to this many properties fit into the table that an empty object has. */
const FITS_ANYWAY = 3;

/**
 * An object without a prototype whose hash table is large enough for a number of properties.
 *
 * V8 keeps the properties of such an object in a hash table, which it doubles and refills whenever
 * it is full. That takes most of the time of a large result. For an object literal V8 makes the
 * table large enough for all the names in the literal, even where one name is repeated, and each
 * object made by the literal gets a copy of it. Capacities are powers of two, of which two thirds
 * can be used.
 *
 * @param properties - how many are expected
 */
export function emptyResult(properties: number): ParsedUrlQuery {
  if (properties <= FITS_ANYWAY) return create(null) as ParsedUrlQuery;
  const result: Sized = sizedFor(properties);
  delete result._;
  return result;
}

// The compiler's error about a repeated name is one for each line: hence no line breaks.
function sizedFor(properties: number): Sized {
  // biome-ignore format: as above
  // @ts-expect-error -- names are repeated on purpose
  if (properties <= 5) return { __proto__: null, _:0,_:0,_:0,_:0,_:0 } as unknown as Sized;
  // biome-ignore format: as above
  // @ts-expect-error -- names are repeated on purpose
  if (properties <= 10) return { __proto__: null, _:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0 } as unknown as Sized;
  // biome-ignore format: as above
  // @ts-expect-error -- names are repeated on purpose
  if (properties <= 21) return { __proto__: null, _:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0 } as unknown as Sized;
  // biome-ignore format: as above
  // @ts-expect-error -- names are repeated on purpose
  return { __proto__: null, _:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0 } as unknown as Sized;
}
