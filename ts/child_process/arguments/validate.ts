import { Buffer } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';
import { invalidArgumentType, invalidArgumentValue } from '../../errors';
import { apply, isArray, stringIncludes } from '../../realm/primordials';

/** @throws `ERR_INVALID_ARG_TYPE` unless the value is a string */
export function validateString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw invalidArgumentType(name, 'string', value);
}

/** @throws `ERR_INVALID_ARG_TYPE` unless the value is a boolean, `null` or `undefined` */
export function validateOptionalBoolean(value: unknown, name: string): void {
  if (value != null && typeof value !== 'boolean') throw invalidArgumentType(name, 'boolean', value);
}

/** @throws `ERR_INVALID_ARG_TYPE` unless the value is an object that is no array */
export function validateObject(value: unknown, name: string): asserts value is object {
  if (value === null || typeof value !== 'object' || isArray(value)) throw invalidArgumentType(name, 'Object', value);
}

/** @throws `ERR_INVALID_ARG_TYPE` unless the value is an array */
export function validateArray(value: unknown, name: string): asserts value is unknown[] {
  if (!isArray(value)) throw invalidArgumentType(name, 'Array', value);
}

/** @throws `ERR_INVALID_ARG_TYPE` unless the value is a function, `null` or `undefined` */
export function validateOptionalFunction(value: unknown, name: string): void {
  if (value != null && typeof value !== 'function') throw invalidArgumentType(name, 'Function', value);
}

/**
 * @throws `ERR_INVALID_ARG_TYPE` unless the value is `undefined` or an object with an `aborted`
 * property
 */
export function validateAbortSignal(value: unknown, name: string): void {
  if (value !== undefined && (value === null || typeof value !== 'object' || !('aborted' in value))) {
    throw invalidArgumentType(name, 'AbortSignal', value);
  }
}

/** Whether a value is a string with a NUL, which ends a string in C: the rest would be lost. */
export function hasNull(value: unknown): boolean {
  return typeof value === 'string' && stringIncludes(value, '\0');
}

/** @throws `ERR_INVALID_ARG_VALUE` when the value is a string with a NUL */
export function refuseNull(value: unknown, name: string): void {
  if (hasNull(value)) throw invalidArgumentValue(name, value, 'must be a string without null bytes');
}

/** @throws `ERR_INVALID_ARG_VALUE` when one of the strings has a NUL */
export function refuseNullInEach(values: readonly unknown[], name: string): void {
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    // There may be thousands: a name is made for one that is refused only.
    if (hasNull(value)) refuseNull(value, `${name}[${index}]`);
  }
}

/**
 * By its properties, as in Node, since the URL may be of another realm. Results of the old
 * `url.parse()` have `auth` and `path`.
 */
function isUrl(value: unknown): value is URL {
  const { href, protocol, auth, path } = (value ?? {}) as Partial<Record<string, unknown>>;
  return Boolean(href && protocol) && auth === undefined && path === undefined;
}

/** Kept from before any program could replace it. */
const { from } = Buffer;
const { toString: decode } = Buffer.prototype;

function textOfBytes(bytes: Uint8Array): string {
  return apply(decode, from(bytes), []) as string;
}

/**
 * A path as a string, from a string, a `file:` URL or bytes.
 *
 * @throws `ERR_INVALID_ARG_TYPE` for anything else, `ERR_INVALID_ARG_VALUE` when it holds a NUL,
 * `ERR_INVALID_URL_SCHEME` for another kind of URL
 */
export function toPath(value: unknown, name: string): string {
  const path = isUrl(value) ? fileURLToPath(value) : value;
  if (typeof path !== 'string' && !types.isUint8Array(path)) {
    throw invalidArgumentType(name, ['string', 'Buffer', 'URL'], path);
  }
  const text = typeof path === 'string' ? path : textOfBytes(path);
  if (stringIncludes(text, '\0')) {
    throw invalidArgumentValue(name, path, 'must be a string, Uint8Array, or URL without null bytes');
  }
  return text;
}

/**
 * `options.argv0`, which may be left out.
 *
 * @throws `ERR_INVALID_ARG_TYPE` for what is no string, `ERR_INVALID_ARG_VALUE` for one with a NUL
 */
export function validateArgv0(argv0: unknown): void {
  if (argv0 == null) return;
  validateString(argv0, 'options.argv0');
  refuseNull(argv0, 'options.argv0');
}
