import { format, inspect } from 'node:util';
import {
  arrayFilter,
  arrayIncludes,
  arrayJoin,
  isInteger,
  regExpExec,
  stringIncludes,
  stringSlice,
  stringToLowerCase,
} from '../realm/primordials';
import { type NodeError, nodeError } from './node-error';
import { describeReceived } from './received';

/** Names of types, which Node's messages set apart from names of classes and from anything else. */
const TYPE_NAMES = ['string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol'];
const CLASS_NAME = /^([A-Z][a-z0-9]*)+$/;
const MAX_VALUE_LENGTH = 128;
const ARGUMENT = ' argument';

/**
 * `ERR_INVALID_ARG_TYPE`: a value has a wrong type.
 *
 * @param name - the argument, or with a dot in it the property
 * @param expected - names of types and classes that would do
 * @param received - the value
 */
export function invalidArgumentType(name: string, expected: string | readonly string[], received: unknown): NodeError {
  const subject = stringSlice(name, -ARGUMENT.length) === ARGUMENT ? name : `"${name}" ${kindOf(name)}`;
  const text = `The ${subject} must be ${listExpected(typeof expected === 'string' ? [expected] : expected)}. Received ${describeReceived(received)}`;
  return nodeError('TypeError', 'ERR_INVALID_ARG_TYPE', text);
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
  const cut = shown.length > MAX_VALUE_LENGTH ? `${stringSlice(shown, 0, MAX_VALUE_LENGTH)}...` : shown;
  return nodeError('TypeError', 'ERR_INVALID_ARG_VALUE', `The ${kindOf(name)} '${name}' ${reason}. Received ${cut}`);
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
  return nodeError('RangeError', 'ERR_OUT_OF_RANGE', text);
}

/**
 * `ERR_MISSING_ARGS`: an argument that has no default was not given.
 *
 * @param name - the argument
 */
export function missingArgument(name: string): NodeError {
  return nodeError('TypeError', 'ERR_MISSING_ARGS', `The "${name}" argument must be specified`);
}

/**
 * `ERR_UNKNOWN_SIGNAL`: neither the name nor the number of a signal of this platform.
 *
 * @param signal - the value
 */
export function unknownSignal(signal: unknown): NodeError {
  return nodeError('TypeError', 'ERR_UNKNOWN_SIGNAL', format('Unknown signal: %s', signal));
}

function kindOf(name: string): string {
  return stringIncludes(name, '.') ? 'property' : 'argument';
}

function listExpected(expected: readonly string[]): string {
  const types: string[] = [];
  const classes: string[] = [];
  const others: string[] = [];
  for (let index = 0; index < expected.length; index++) {
    const name = expected[index] as string;
    if (arrayIncludes(TYPE_NAMES, name)) types[types.length] = stringToLowerCase(name);
    else if (regExpExec(CLASS_NAME, name) !== null) classes[classes.length] = name;
    else others[others.length] = name;
  }
  // Beside classes, an object is listed as one of them.
  const isObjectAClass = classes.length > 0 && arrayIncludes(types, 'object');
  const plainTypes = isObjectAClass ? arrayFilter(types, (name) => name !== 'object') : types;
  if (isObjectAClass) classes[classes.length] = 'Object';
  const parts: string[] = [];
  if (plainTypes.length > 0) {
    parts[0] = `${plainTypes.length > 1 ? 'one of type' : 'of type'} ${joinWithOr(plainTypes)}`;
  }
  if (classes.length > 0) parts[parts.length] = `an instance of ${joinWithOr(classes)}`;
  const first = others[0];
  if (others.length > 1) parts[parts.length] = `one of ${joinWithOr(others)}`;
  else if (first !== undefined) parts[parts.length] = `${stringToLowerCase(first) === first ? '' : 'an '}${first}`;
  return arrayJoin(parts, ' or ');
}

function joinWithOr(names: readonly string[]): string {
  if (names.length < 3) return arrayJoin(names, ' or ');
  const last = names.length - 1;
  return `${arrayJoin(
    arrayFilter(names, (_, index) => index < last),
    ', ',
  )}, or ${names[last]}`;
}

/** Node sets groups of three apart in large whole numbers, from the end, in `1e+300` too. */
function groupDigits(value: unknown): string {
  const large = isInteger(value) && ((value as number) > 2 ** 32 || (value as number) < -(2 ** 32));
  if (!large) return inspect(value);
  const text = `${value}`;
  const first = text[0] === '-' ? 1 : 0;
  let groups = '';
  let end = text.length;
  for (; end >= first + 4; end -= 3) groups = `_${stringSlice(text, end - 3, end)}${groups}`;
  return stringSlice(text, 0, end) + groups;
}
