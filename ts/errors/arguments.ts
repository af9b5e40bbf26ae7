import { format, inspect } from 'node:util';
import { type NodeError, nodeError } from './node-error';
import { describeReceived } from './received';

/** Names of types, which Node's messages set apart from names of classes and from anything else. */
const TYPE_NAMES = new Set([
  'string',
  'function',
  'number',
  'object',
  'Function',
  'Object',
  'boolean',
  'bigint',
  'symbol',
]);
const CLASS_NAME = /^([A-Z][a-z0-9]*)+$/;
const LONGEST_VALUE = 128;

/**
 * `ERR_INVALID_ARG_TYPE`: a value has a wrong type.
 *
 * @param name - the argument, or with a dot in it the property
 * @param expected - names of types and classes that would do
 * @param received - the value
 */
export function invalidArgumentType(name: string, expected: string | readonly string[], received: unknown): NodeError {
  const subject = name.endsWith(' argument') ? name : `"${name}" ${kindOf(name)}`;
  const text = `The ${subject} must be ${listExpected([expected].flat())}. Received ${describeReceived(received)}`;
  return nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', text);
}

/**
 * `ERR_INVALID_ARG_VALUE`: a value has the right type but cannot be used.
 *
 * @param name - the argument, or with a dot in it the property
 * @param value - the value
 * @param reason - what is wrong, as the rest of a sentence
 */
export function invalidArgumentValue(name: string, value: unknown, reason = 'is invalid'): NodeError {
  const shown = inspect(value);
  const cut = shown.length > LONGEST_VALUE ? `${shown.slice(0, LONGEST_VALUE)}...` : shown;
  return nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The ${kindOf(name)} '${name}' ${reason}. Received ${cut}`);
}

/**
 * `ERR_OUT_OF_RANGE`: a number is outside of its range.
 *
 * @param name - the argument
 * @param range - what it must be, such as `a positive number`
 * @param received - the value
 */
export function outOfRange(name: string, range: string, received: unknown): NodeError {
  const text = `The value of "${name}" is out of range. It must be ${range}. Received ${groupDigits(received)}`;
  return nodeError(RangeError, 'ERR_OUT_OF_RANGE', text);
}

/**
 * `ERR_MISSING_ARGS`: an argument that has no default was not given.
 *
 * @param name - the argument
 */
export function missingArgument(name: string): NodeError {
  return nodeError(TypeError, 'ERR_MISSING_ARGS', `The "${name}" argument must be specified`);
}

/**
 * `ERR_UNKNOWN_SIGNAL`: neither the name nor the number of a signal of this platform.
 *
 * @param signal - the value
 */
export function unknownSignal(signal: unknown): NodeError {
  return nodeError(TypeError, 'ERR_UNKNOWN_SIGNAL', format('Unknown signal: %s', signal));
}

function kindOf(name: string): string {
  return name.includes('.') ? 'property' : 'argument';
}

function listExpected(expected: readonly string[]): string {
  const types = expected.filter((name) => TYPE_NAMES.has(name)).map((name) => name.toLowerCase());
  const classes = expected.filter((name) => !TYPE_NAMES.has(name) && CLASS_NAME.test(name));
  const others = expected.filter((name) => !TYPE_NAMES.has(name) && !CLASS_NAME.test(name));
  if (classes.length > 0 && types.includes('object')) {
    types.splice(types.indexOf('object'), 1);
    classes.push('Object');
  }
  const parts: string[] = [];
  if (types.length > 0) parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${joinWithOr(types)}`);
  if (classes.length > 0) parts.push(`an instance of ${joinWithOr(classes)}`);
  if (others.length > 1) parts.push(`one of ${joinWithOr(others)}`);
  else if (others[0] !== undefined) parts.push(`${others[0].toLowerCase() === others[0] ? '' : 'an '}${others[0]}`);
  return parts.join(' or ');
}

function joinWithOr(names: readonly string[]): string {
  if (names.length < 3) return names.join(' or ');
  return `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`;
}

/** Node separates the digits of large whole numbers by underscores. */
function groupDigits(value: unknown): string {
  const large = Number.isInteger(value) && Math.abs(value as number) > 2 ** 32;
  return large ? String(value).replace(/\B(?=(\d{3})+$)/g, '_') : inspect(value);
}
