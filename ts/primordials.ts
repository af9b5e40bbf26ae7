import { keptFunctions } from './kept-functions';

/*
 * Functions of the language, as they were when this package was loaded. A program may replace any
 * of them later, and as for Node's own modules that must not change what happens here. What a spawn
 * or a message runs therefore uses these, goes through arrays by index, and adds to them by
 * `list[list.length] = item`.
 */

export { apply, create, getPrototypeOf } from './kept-functions';

// By number: a list is taken apart by its iterator, which a program may have replaced, too.
export const {
  3: setMember,
  5: setPrototypeOf,
  6: isArray,
  7: isView,
  8: isInteger,
  9: isSafeInteger,
  10: assign,
  12: definePropertyOrThrow,
  15: hasOwn,
  16: keys,
  17: defineOwnProperty,
  18: deleteProperty,
  19: getMember,
  20: getOwnPropertyDescriptor,
  21: ownKeys,
  34: arrayPop,
  35: PlainError,
  36: PlainTypeError,
  37: PlainRangeError,
  38: PlainURIError,
  39: captureStackTrace,
  40: parseJson,
  41: stringifyJson,
  42: PlainPromise,
} = keptFunctions;

const { 0: uncurryThis } = keptFunctions;

export const arrayIncludes = uncurryThis<(list: readonly unknown[], wanted: unknown) => boolean>(keptFunctions[22]);
export const arrayJoin = uncurryThis<(list: readonly unknown[], separator: string) => string>(keptFunctions[23]);
export const regExpExec = uncurryThis<(pattern: RegExp, text: string) => RegExpExecArray | null>(keptFunctions[24]);
export const stringIncludes = uncurryThis<(text: string, part: string) => boolean>(keptFunctions[26]);
export const stringIndexOf = uncurryThis<(text: string, part: string, start?: number) => number>(keptFunctions[27]);
export const stringSlice = uncurryThis<(text: string, start: number, end?: number) => string>(keptFunctions[28]);
export const stringStartsWith = uncurryThis<(text: string, start: string) => boolean>(keptFunctions[29]);
export const stringToLowerCase = uncurryThis<(text: string) => string>(keptFunctions[30]);
export const stringToUpperCase = uncurryThis<(text: string) => string>(keptFunctions[31]);
export const functionToString = uncurryThis<(method: unknown) => string>(keptFunctions[32]);
export const arraySort = uncurryThis<<Item>(list: Item[]) => Item[]>(keptFunctions[33]);

/** `list.map()`. */
export function arrayMap<Item, Result>(list: readonly Item[], change: (item: Item, index: number) => Result): Result[] {
  const results: Result[] = [];
  for (let index = 0; index < list.length; index++) results[index] = change(list[index] as Item, index);
  return results;
}

/** `list.find()`. */
export function arrayFind<Item>(list: readonly Item[], isWanted: (item: Item) => boolean): Item | undefined {
  for (let index = 0; index < list.length; index++) {
    if (isWanted(list[index] as Item)) return list[index];
  }
  return undefined;
}

/** `list.some()`. */
export function arraySome<Item>(list: readonly Item[], isWanted: (item: Item) => boolean): boolean {
  for (let index = 0; index < list.length; index++) {
    if (isWanted(list[index] as Item)) return true;
  }
  return false;
}

/** `list.filter()`. */
export function arrayFilter<Item>(list: readonly Item[], isWanted: (item: Item, index: number) => boolean): Item[] {
  const wanted: Item[] = [];
  for (let index = 0; index < list.length; index++) {
    if (isWanted(list[index] as Item, index)) wanted[wanted.length] = list[index] as Item;
  }
  return wanted;
}

/** `list.slice(start)`. */
export function arraySlice<Item>(list: readonly Item[], start = 0): Item[] {
  const rest: Item[] = [];
  for (let index = start; index < list.length; index++) rest[rest.length] = list[index] as Item;
  return rest;
}

/** Adds items to a list, as `list.push(...items)` does. */
export function arrayAppend<Item>(list: Item[], items: readonly Item[]): Item[] {
  for (let index = 0; index < items.length; index++) list[list.length] = items[index] as Item;
  return list;
}
