import { sharedValues } from './main-realm';

/**
 * Raised whenever the list below changes: there may be copies of other versions of this package in
 * the same thread.
 */
const LIST = 3;
const NAME = `functions of the language ${LIST}`;

/** A method as a function that takes `this` as its first argument. */
type Uncurry = <Uncurried>(method: unknown) => Uncurried;

const { bind, call } = Function.prototype;
const { prototype: list } = Array;
const { prototype: text } = String;
const language = Object;

/**
 * Functions of the language, as they were when the first bundle of this package was loaded: a
 * program may have replaced some of them before the next. `primordials.ts` gives them names.
 *
 * A list, since V8 takes four times the time for an object with that many names, and not in a
 * function, which V8 compiles by itself: each process with a preload does this at its start.
 */
export const keptFunctions =
  (sharedValues[NAME] as undefined) ??
  ([
    bind.bind(call) as unknown as Uncurry,
    Reflect.apply,
    language.create,
    Reflect.set,
    Reflect.getPrototypeOf,
    Reflect.setPrototypeOf,
    Array.isArray,
    ArrayBuffer.isView,
    Number.isInteger,
    Number.isSafeInteger,
    language.assign,
    language.defineProperties,
    language.defineProperty,
    language.getOwnPropertyDescriptors,
    language.getOwnPropertySymbols,
    language.hasOwn,
    language.keys,
    Reflect.defineProperty,
    Reflect.deleteProperty,
    Reflect.get,
    Reflect.getOwnPropertyDescriptor,
    Reflect.ownKeys,
    list.includes,
    list.join,
    RegExp.prototype.exec,
    text.charCodeAt,
    text.includes,
    text.indexOf,
    text.slice,
    text.startsWith,
    text.toLowerCase,
    text.toUpperCase,
    Function.prototype.toString,
    list.sort,
  ] as const);
sharedValues[NAME] ??= keptFunctions;

/** What a preload itself uses later. */
export const {
  1: apply,
  2: create,
  3: setMember,
  4: getPrototypeOf,
  5: setPrototypeOf,
  10: assign,
  14: getOwnPropertySymbols,
  22: includes,
  24: regExpExec,
  25: textCharCodeAt,
  27: textIndexOf,
  28: textSlice,
} = keptFunctions;
