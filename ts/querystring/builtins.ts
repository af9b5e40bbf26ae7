// Methods of the engine as functions, as they were when this file was loaded. A program that later
// replaces one, such as `String.prototype.slice`, changes no result here. Node's modules keep their
// own copies in the same way.

type Method<This, Values extends unknown[], Result> = (this: This, ...values: Values) => Result;
type Plain<This, Values extends unknown[], Result> = (receiver: This, ...values: Values) => Result;

const { call } = Function.prototype;

/** A method as a function whose first argument is the receiver. */
export function plain<This, Values extends unknown[], Result>(
  method: Method<This, Values, Result>,
): Plain<This, Values, Result> {
  return call.bind(method as () => void) as unknown as Plain<This, Values, Result>;
}

export const { create, getPrototypeOf, keys: namesOf, setPrototypeOf } = Object;
export const { isArray } = Array;
export const { isFinite: isFiniteNumber, isInteger } = Number;
export const { ceil, max, min, trunc } = Math;
export const { fromCharCode, fromCodePoint } = String;
export const { decodeURIComponent: engineDecode, encodeURIComponent: encodeComponent } = globalThis;

const string = String.prototype;
const view = DataView.prototype;
export const codePointAt = plain(string.codePointAt);
export const padEnd = plain(string.padEnd);

// A call through `plain` takes several times as long as a method call. Functions that are called
// for each character or pair therefore check that the method was not replaced, and call it as a
// method.
const own = {
  charCodeAt: string.charCodeAt,
  indexOf: string.indexOf,
  slice: string.slice,
  startsWith: string.startsWith,
  getInt32: view.getInt32,
  getUint8: view.getUint8,
  setInt32: view.setInt32,
  setUint8: view.setUint8,
};
const kept = {
  charCodeAt: plain(own.charCodeAt),
  indexOf: plain(own.indexOf),
  slice: plain(own.slice),
  startsWith: plain(own.startsWith),
  getInt32: plain(own.getInt32),
  getUint8: plain(own.getUint8),
  setInt32: plain(own.setInt32),
  setUint8: plain(own.setUint8),
};

export function charCodeAt(text: string, index: number): number {
  return text.charCodeAt === own.charCodeAt ? text.charCodeAt(index) : kept.charCodeAt(text, index);
}

export function indexOf(text: string, part: string, from?: number): number {
  return text.indexOf === own.indexOf ? text.indexOf(part, from) : kept.indexOf(text, part, from);
}

export function slice(text: string, start: number, end?: number): string {
  return text.slice === own.slice ? text.slice(start, end) : kept.slice(text, start, end);
}

export function startsWith(text: string, part: string, from: number): boolean {
  return text.startsWith === own.startsWith ? text.startsWith(part, from) : kept.startsWith(text, part, from);
}

export function getInt32(from: DataView, at: number, isLittleEndian?: boolean): number {
  return from.getInt32 === own.getInt32 ? from.getInt32(at, isLittleEndian) : kept.getInt32(from, at, isLittleEndian);
}

export function getUint8(from: DataView, at: number): number {
  return from.getUint8 === own.getUint8 ? from.getUint8(at) : kept.getUint8(from, at);
}

export function setInt32(to: DataView, at: number, value: number, isLittleEndian?: boolean): void {
  if (to.setInt32 === own.setInt32) to.setInt32(at, value, isLittleEndian);
  else kept.setInt32(to, at, value, isLittleEndian);
}

export function setUint8(to: DataView, at: number, value: number): void {
  if (to.setUint8 === own.setUint8) to.setUint8(at, value);
  else kept.setUint8(to, at, value);
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
export const getFrom = plain(map.get) as <Key, Value>(from: Map<Key, Value>, key: Key) => Value | undefined;
export const setIn = plain(map.set) as <Key, Value>(to: Map<Key, Value>, key: Key, value: Value) => void;
