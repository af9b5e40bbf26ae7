import { Buffer } from 'node:buffer';
import { getPrototypeOf, getterOf, PlainBytes, PlainDate, uncurryThis } from '../../../realm/primordials';

/*
 * What a view of bytes or a date says of itself, by the functions of the language as they were
 * before any program could replace them.
 */

const ofViews = getPrototypeOf(PlainBytes.prototype) as object;

export const bufferOf = getterOf<ArrayBuffer>(ofViews, 'buffer');
export const byteOffsetOf = getterOf<number>(ofViews, 'byteOffset');
export const byteLengthOf = getterOf<number>(ofViews, 'byteLength');

export const subarray = uncurryThis<(bytes: Buffer, start: number, end: number) => Buffer>(Buffer.prototype.subarray);
export const timeOf = uncurryThis<(date: object) => number>(PlainDate.prototype.getTime);
