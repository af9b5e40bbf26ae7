import { getOwnPropertyDescriptor, getPrototypeOf, PlainBytes, uncurryThis } from '../../../realm/primordials';

/*
 * What a view of bytes says of itself, by the accessors of the language as they were before any
 * program could replace them.
 */

const ofViews = getPrototypeOf(PlainBytes.prototype) as object;

function getter<Value>(name: 'buffer' | 'byteOffset' | 'byteLength'): (view: Uint8Array) => Value {
  return uncurryThis<(view: Uint8Array) => Value>(getOwnPropertyDescriptor(ofViews, name)?.get);
}

export const bufferOf = getter<ArrayBuffer>('buffer');
export const byteOffsetOf = getter<number>('byteOffset');
export const byteLengthOf = getter<number>('byteLength');
