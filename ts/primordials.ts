import { sharedByCopies } from './main-realm';

/**
 * Raised whenever the list below changes: there may be copies of other versions of this package in
 * the same thread.
 */
const LIST = 1;

/** A method as a function that takes `this` as its first argument. */
type Uncurry = <Uncurried>(method: unknown) => Uncurried;

function keepFunctions() {
  const { bind, call } = Function.prototype;
  const uncurryThis = bind.bind(call) as unknown as Uncurry;
  const { assign, create, defineProperties, defineProperty, getOwnPropertyDescriptors } = Object;
  const { getOwnPropertySymbols, getPrototypeOf, hasOwn, keys } = Object;
  const { apply, deleteProperty, get, getOwnPropertyDescriptor, ownKeys, set, setPrototypeOf } = Reflect;
  return {
    isArray: Array.isArray,
    isView: ArrayBuffer.isView,
    isInteger: Number.isInteger,
    isSafeInteger: Number.isSafeInteger,
    assign,
    create,
    defineProperties,
    getOwnPropertyDescriptors,
    getOwnPropertySymbols,
    getPrototypeOf,
    hasOwn,
    keys,
    definePropertyOrThrow: defineProperty,
    apply,
    defineOwnProperty: Reflect.defineProperty,
    deleteProperty,
    getMember: get,
    getOwnPropertyDescriptor,
    ownKeys,
    setMember: set,
    setPrototypeOf,
    arrayIncludes: uncurryThis<(list: readonly unknown[], wanted: unknown) => boolean>(Array.prototype.includes),
    arrayJoin: uncurryThis<(list: readonly unknown[], separator: string) => string>(Array.prototype.join),
    regExpExec: uncurryThis<(pattern: RegExp, text: string) => RegExpExecArray | null>(RegExp.prototype.exec),
    stringCharCodeAt: uncurryThis<(text: string, index: number) => number>(String.prototype.charCodeAt),
    stringIncludes: uncurryThis<(text: string, part: string) => boolean>(String.prototype.includes),
    stringIndexOf: uncurryThis<(text: string, part: string, start?: number) => number>(String.prototype.indexOf),
    stringSlice: uncurryThis<(text: string, start: number, end?: number) => string>(String.prototype.slice),
    stringStartsWith: uncurryThis<(text: string, start: string) => boolean>(String.prototype.startsWith),
    stringToLowerCase: uncurryThis<(text: string) => string>(String.prototype.toLowerCase),
    stringToUpperCase: uncurryThis<(text: string) => string>(String.prototype.toUpperCase),
    functionToString: uncurryThis<(method: unknown) => string>(Function.prototype.toString),
  };
}

/**
 * Functions of the language, as they were when this package was loaded. A program may replace any
 * of them later, and as for Node's own modules that must not change what happens here. What a spawn
 * or a message runs therefore uses these, goes through arrays by index, and adds to them by
 * `list[list.length] = item`.
 *
 * The first bundle that is loaded keeps them for the others: a program may have replaced some of
 * them before its first channel is opened.
 */
export const {
  isArray,
  isView,
  isInteger,
  isSafeInteger,
  assign,
  create,
  defineProperties,
  getOwnPropertyDescriptors,
  getOwnPropertySymbols,
  getPrototypeOf,
  hasOwn,
  keys,
  definePropertyOrThrow,
  apply,
  defineOwnProperty,
  deleteProperty,
  getMember,
  getOwnPropertyDescriptor,
  ownKeys,
  setMember,
  setPrototypeOf,
  arrayIncludes,
  arrayJoin,
  regExpExec,
  stringCharCodeAt,
  stringIncludes,
  stringIndexOf,
  stringSlice,
  stringStartsWith,
  stringToLowerCase,
  stringToUpperCase,
  functionToString,
} = sharedByCopies(`functions of the language ${LIST}`, keepFunctions);

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
