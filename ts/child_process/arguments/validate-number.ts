import { invalidArgumentType, outOfRange } from '../../errors';
import { NODE_MAJOR } from '../../node-version';
import { isInteger } from '../../realm/primordials';

/** From Node 25 on, a wrong type and a wrong value have errors of their own. */
const HAS_TYPE_ERRORS = NODE_MAJOR >= 25;

const SMALLEST_INT32 = -(2 ** 31);
const LARGEST_INT32 = 2 ** 31 - 1;

/**
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE` unless the value is a whole number of 32 bits,
 * `null` or `undefined`
 */
export function validateIdentity(value: unknown, name: string): void {
  if (value == null) return;
  if (HAS_TYPE_ERRORS) validateWholeNumber(value, name, SMALLEST_INT32, LARGEST_INT32);
  else if (value !== ((value as number) | 0)) throw invalidArgumentType(name, 'int32', value);
}

/**
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE` unless the value is a whole number of
 * milliseconds, `null` or `undefined`
 */
export function validateTimeout(value: unknown): void {
  if (value == null) return;
  if (HAS_TYPE_ERRORS) validateWholeNumber(value, 'timeout', 0, Number.MAX_SAFE_INTEGER);
  else if (!(isInteger(value) && (value as number) >= 0)) {
    throw outOfRange('timeout', 'an unsigned integer', value);
  }
}

/**
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE` unless the value is a number of bytes, `null`
 * or `undefined`
 */
export function validateMaxBuffer(value: unknown): void {
  if (value == null || (typeof value === 'number' && value >= 0)) return;
  const name = 'options.maxBuffer';
  if (!HAS_TYPE_ERRORS) throw outOfRange(name, 'a positive number', value);
  throw typeof value === 'number' ? outOfRange(name, '>= 0', value) : invalidArgumentType(name, 'number', value);
}

/**
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE` unless the value is a whole number in the
 * range
 */
export function validateWholeNumber(value: unknown, name: string, smallest: number, largest: number): void {
  if (typeof value !== 'number') throw invalidArgumentType(name, 'number', value);
  if (!isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < smallest || value > largest) throw outOfRange(name, `>= ${smallest} && <= ${largest}`, value);
}
