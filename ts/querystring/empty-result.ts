// biome-ignore-all lint/suspicious/noDuplicateObjectKeys: the repetition is what makes room, as below
import { create } from './builtins';
import type { ParsedUrlQuery } from './types';

/** An object without a prototype whose only property, `_`, takes the room of several. */
type Roomy = ParsedUrlQuery & { _?: number };

/** Up to so many properties, an object needs no more room than it has anyway. */
const WITHOUT_ROOM = 3;

/**
 * An object without a prototype, with room for so many properties.
 *
 * V8 keeps the properties of such an object in a hash table that it makes twice as large, and fills anew, whenever it is full; that is most of the time that a
 * result takes. A literal's table is made for as many properties as the literal names, the same name each time it comes, and every object from the literal
 * gets a copy of that table. The capacities are powers of two, of which two thirds can be filled.
 *
 * @param properties - how many are expected
 */
export function emptyResult(properties: number): ParsedUrlQuery {
  if (properties <= WITHOUT_ROOM) return create(null) as ParsedUrlQuery;
  const result: Roomy = roomFor(properties);
  delete result._;
  return result;
}

// The compiler's error about a repeated name is one for each line: hence no line breaks.
function roomFor(properties: number): Roomy {
  // biome-ignore format: as above
  // @ts-expect-error -- names are repeated on purpose
  if (properties <= 5) return { __proto__: null, _:0,_:0,_:0,_:0,_:0 } as unknown as Roomy;
  // biome-ignore format: as above
  // @ts-expect-error -- names are repeated on purpose
  if (properties <= 10) return { __proto__: null, _:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0 } as unknown as Roomy;
  // biome-ignore format: as above
  // @ts-expect-error -- names are repeated on purpose
  if (properties <= 21) return { __proto__: null, _:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0 } as unknown as Roomy;
  // biome-ignore format: as above
  // @ts-expect-error -- names are repeated on purpose
  return { __proto__: null, _:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0,_:0 } as unknown as Roomy;
}
