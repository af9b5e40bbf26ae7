import { describe } from '../../querystring/support/description';

const LONG = 1_000;

/**
 * As those of `node:util`, where there is no Node: two values are equal when they are described
 * alike.
 */
export function isDeepStrictEqual(actual: unknown, expected: unknown): boolean {
  return Object.is(actual, expected) || sameLists(actual, expected) || describe(actual) === describe(expected);
}

/**
 * Whether both are long arrays of the same elements: to describe the bytes of a long text takes
 * seconds.
 */
function sameLists(actual: unknown, expected: unknown): boolean {
  if (!Array.isArray(actual) || !Array.isArray(expected) || actual.length < LONG) return false;
  const keys = Object.keys(actual).length;
  return (
    keys === actual.length &&
    keys === expected.length &&
    keys === Object.keys(expected).length &&
    actual.every((element, index) => Object.is(element, expected[index]))
  );
}

export function inspect(value: unknown): string {
  return describe(value);
}
