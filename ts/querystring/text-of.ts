import { isFiniteNumber } from './builtins';

/** The text that `stringify` writes for a value; empty for values other than scalars. */
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
