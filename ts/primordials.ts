/**
 * Functions of the language, as they were when this package was loaded. A program may replace any
 * of them later, and as for Node's own modules that must not change what happens here. What a spawn
 * or a message runs therefore uses these, goes through arrays by index, and adds to them by
 * `list[list.length] = item`.
 */

export const { isArray } = Array;
export const { isView } = ArrayBuffer;
export const { isInteger, isSafeInteger } = Number;
export const { assign, create, getOwnPropertySymbols, getPrototypeOf, hasOwn, keys } = Object;
export const { apply, deleteProperty, ownKeys, getOwnPropertyDescriptor, defineProperty: defineOwnProperty } = Reflect;

const { bind, call } = Function.prototype;

/** A method as a function that takes `this` as its first argument. */
const uncurryThis = bind.bind(call) as unknown as <Uncurried>(method: unknown) => Uncurried;

export const stringIncludes = uncurryThis<(text: string, part: string) => boolean>(String.prototype.includes);
export const stringIndexOf = uncurryThis<(text: string, part: string) => number>(String.prototype.indexOf);
export const stringSlice = uncurryThis<(text: string, start: number, end?: number) => string>(String.prototype.slice);
export const stringStartsWith = uncurryThis<(text: string, start: string) => boolean>(String.prototype.startsWith);
export const stringToLowerCase = uncurryThis<(text: string) => string>(String.prototype.toLowerCase);
export const regExpExec = uncurryThis<(pattern: RegExp, text: string) => RegExpExecArray | null>(RegExp.prototype.exec);
export const stringToUpperCase = uncurryThis<(text: string) => string>(String.prototype.toUpperCase);

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

/** `list.includes()`. */
export function arrayIncludes(list: readonly unknown[], wanted: unknown): boolean {
  for (let index = 0; index < list.length; index++) {
    if (list[index] === wanted) return true;
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

/** `list.join()`. */
export const arrayJoin = uncurryThis<(list: readonly unknown[], separator: string) => string>(Array.prototype.join);
