import { isFiniteNumber } from './builtins';

/** What `stringify` writes for a value: a text, and for whatever has none an empty one. */
export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return isFiniteNumber(value) ? `${value}` : '';
    case 'bigint':
    case 'boolean':
      return `${value}`;
    default:
      return '';
  }
}
