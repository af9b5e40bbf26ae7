// Methods of the engine as functions, as they were when this file was loaded. A program that later
// replaces one, such as `String.prototype.slice`, changes no result here. Node's modules keep their
// own copies in the same way.

type Method<This, Values extends unknown[], Result> = (this: This, ...values: Values) => Result;
type Plain<This, Values extends unknown[], Result> = (receiver: This, ...values: Values) => Result;

const { call } = Function.prototype;
const { defineProperty: addProperty } = Object;

/** A method as a function whose first argument is the receiver. */
export function plain<This, Values extends unknown[], Result>(
  method: Method<This, Values, Result>,
): Plain<This, Values, Result> {
  return call.bind(method as () => void) as unknown as Plain<This, Values, Result>;
}

export const { create, keys: namesOf } = Object;
export const { isArray } = Array;
export const { isFinite: isFiniteNumber } = Number;
export const { ceil, min, trunc } = Math;
export const { fromCharCode, fromCodePoint } = String;
export const { decodeURIComponent: engineDecode, encodeURIComponent: encodeComponent } = globalThis;

const string = String.prototype;
export const codePointAt = plain(string.codePointAt);
export const padEnd = plain(string.padEnd);

/**
 * Gives an object a method of its own, for hot calls: the one that its prototype has may be
 * replaced, and a call through {@link plain} takes longer.
 */
export function withOwn<T extends object, Name extends keyof T>(object: T, name: Name, value: T[Name]): T {
  return addProperty(object, name, { __proto__: null, value } as PropertyDescriptor);
}

// A call through `plain` takes several times as long as a method call. Functions that are called
// for each character or pair therefore check that the method was not replaced, and call it as a
// method.
const { charCodeAt: ownCharCodeAt, indexOf: ownIndexOf, slice: ownSlice } = string;
const keptCharCodeAt = plain(ownCharCodeAt);
export const keptIndexOf = plain(ownIndexOf);
const keptSlice = plain(ownSlice);

export function charCodeAt(text: string, index: number): number {
  return text.charCodeAt === ownCharCodeAt ? text.charCodeAt(index) : keptCharCodeAt(text, index);
}

export function indexOf(text: string, part: string, from?: number): number {
  return text.indexOf === ownIndexOf ? text.indexOf(part, from) : keptIndexOf(text, part, from);
}

export function slice(text: string, start: number, end?: number): string {
  return text.slice === ownSlice ? text.slice(start, end) : keptSlice(text, start, end);
}

type Typed = Uint8Array | Uint16Array | Int32Array;
const typed = Uint8Array.prototype;
export const subarray = plain(typed.subarray) as unknown as <T extends Typed>(
  array: T,
  start: number,
  end: number,
) => T;
export const setBytes = plain(typed.set) as (array: Uint8Array, bytes: Uint8Array, start: number) => void;

const map = Map.prototype;
/** A map whose `get` is its own. */
export const createMap = <Key, Value>(): Map<Key, Value> => withOwn(new Map<Key, Value>(), 'get', map.get);
export const setIn = plain(map.set) as <Key, Value>(to: Map<Key, Value>, key: Key, value: Value) => void;
