// Methods of the engine as functions, as they were when this was loaded: a program that replaces one later, such as `String.prototype.slice`, changes no result
// here, as it changes none of Node's, whose modules keep theirs too.

type Method<This, Values extends unknown[], Result> = (this: This, ...values: Values) => Result;
type Plain<This, Values extends unknown[], Result> = (receiver: This, ...values: Values) => Result;

const { call } = Function.prototype;

/** A method as a function whose first argument is the receiver. */
export function plain<This, Values extends unknown[], Result>(
  method: Method<This, Values, Result>,
): Plain<This, Values, Result> {
  return call.bind(method as () => void) as unknown as Plain<This, Values, Result>;
}

export const { create, keys: namesOf } = Object;
export const { isArray } = Array;
export const { isFinite: isFiniteNumber, isInteger } = Number;
export const { ceil, max, min, trunc } = Math;
export const { fromCharCode, fromCodePoint } = String;

const string = String.prototype;
export const charCodeAt = plain(string.charCodeAt);
export const codePointAt = plain(string.codePointAt);
export const indexOf = plain(string.indexOf);
export const padEnd = plain(string.padEnd);
export const slice = plain(string.slice);

const view = DataView.prototype;
export const getInt32 = plain(view.getInt32);
export const getUint8 = plain(view.getUint8);
export const setInt32 = plain(view.setInt32);
export const setUint8 = plain(view.setUint8);

type Typed = Uint8Array | Uint16Array | Int32Array;
const typed = Uint8Array.prototype;
export const subarray = plain(typed.subarray) as unknown as <T extends Typed>(
  array: T,
  start: number,
  end: number,
) => T;
export const setOctets = plain(typed.set) as (array: Uint8Array, octets: Uint8Array, start: number) => void;

export const encodeInto = plain(TextEncoder.prototype.encodeInto);
export const dereference = plain(WeakRef.prototype.deref) as <T extends object>(reference: WeakRef<T>) => T | undefined;

const map = Map.prototype;
export const getFrom = plain(map.get) as <Key, Value>(from: Map<Key, Value>, key: Key) => Value | undefined;
export const setIn = plain(map.set) as <Key, Value>(to: Map<Key, Value>, key: Key, value: Value) => void;
