import { Buffer } from 'node:buffer';
import {
  getOwnPropertyDescriptor,
  getPrototypeOf,
  PlainBytes,
  PlainDate,
  uncurryThis,
} from '../../../realm/primordials';

/*
 * What a view of bytes or a date says of itself, by the functions of the language as they were
 * before any program could replace them.
 */

const ofViews = getPrototypeOf(PlainBytes.prototype) as object;

function getter<Value>(name: 'buffer' | 'byteOffset' | 'byteLength'): (view: Uint8Array) => Value {
  return uncurryThis<(view: Uint8Array) => Value>(getOwnPropertyDescriptor(ofViews, name)?.get);
}

export const bufferOf = getter<ArrayBuffer>('buffer');
export const byteOffsetOf = getter<number>('byteOffset');
export const byteLengthOf = getter<number>('byteLength');

export const subarray = uncurryThis<(bytes: Buffer, start: number, end: number) => Buffer>(Buffer.prototype.subarray);
export const timeOf = uncurryThis<(date: object) => number>(PlainDate.prototype.getTime);
