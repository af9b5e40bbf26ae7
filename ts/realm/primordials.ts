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
  0: uncurryThis,
  3: setMember,
  5: setPrototypeOf,
  6: isArray,
  7: isView,
  8: isInteger,
  9: isSafeInteger,
  10: assign,
  11: definePropertyOrThrow,
  13: hasOwn,
  14: keys,
  15: defineOwnProperty,
  16: deleteProperty,
  17: getMember,
  18: getOwnPropertyDescriptor,
  19: ownKeys,
  32: arrayPop,
  33: PlainError,
  34: PlainTypeError,
  35: PlainRangeError,
  36: PlainURIError,
  37: captureStackTrace,
  38: parseJson,
  39: stringifyJson,
  40: PlainPromise,
  41: PlainDate,
  42: PlainMap,
  43: PlainSet,
  44: PlainBytes,
} = keptFunctions;

/** A getter of a class as a function, whatever its objects have under this name themselves. */
export function getterOf<Value>(prototype: object, name: string | symbol): (object: unknown) => Value {
  return uncurryThis(getOwnPropertyDescriptor(prototype, name)?.get);
}

export const arrayIncludes = uncurryThis<(list: readonly unknown[], wanted: unknown) => boolean>(keptFunctions[20]);
export const arrayJoin = uncurryThis<(list: readonly unknown[], separator: string) => string>(keptFunctions[21]);
export const regExpExec = uncurryThis<(pattern: RegExp, text: string) => RegExpExecArray | null>(keptFunctions[22]);
export const stringCharCodeAt = uncurryThis<(text: string, index: number) => number>(keptFunctions[23]);
export const stringIncludes = uncurryThis<(text: string, part: string) => boolean>(keptFunctions[24]);
export const stringIndexOf = uncurryThis<(text: string, part: string, start?: number) => number>(keptFunctions[25]);
export const stringSlice = uncurryThis<(text: string, start: number, end?: number) => string>(keptFunctions[26]);
export const stringStartsWith = uncurryThis<(text: string, start: string) => boolean>(keptFunctions[27]);
export const stringToLowerCase = uncurryThis<(text: string) => string>(keptFunctions[28]);
export const stringToUpperCase = uncurryThis<(text: string) => string>(keptFunctions[29]);
export const functionToString = uncurryThis<(method: unknown) => string>(keptFunctions[30]);
export const objectToString = uncurryThis<(object: object) => string>(keptFunctions[45]);
export const arraySort = uncurryThis<<Item>(list: Item[]) => Item[]>(keptFunctions[31]);

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
