import { invalidArgumentType } from '../../errors';
import type { EndingOptions } from '../types/ending-options';
import { validateWholeNumber } from './validate-number';

/** What `true` stands for. */
const DEFAULT_DELAY = 5000;

/** The longest time that `setTimeout()` takes. */
const LONGEST_TIME = 2 ** 31 - 1;

/**
 * The option `forceKillAfterDelay`.
 *
 * @returns milliseconds; `undefined` for never
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE`
 */
export function forceKillDelay(value: EndingOptions['forceKillAfterDelay'] | null): number | undefined {
  if (value == null || value === false) return undefined;
  if (value === true) return DEFAULT_DELAY;
  const name = 'options.forceKillAfterDelay';
  if (typeof value !== 'number') throw invalidArgumentType(name, ['boolean', 'number'], value);
  validateWholeNumber(value, name, 0, LONGEST_TIME);
  return value;
}

/**
 * The option `closeGrace`.
 *
 * @returns milliseconds; `undefined` for no limit
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE`
 */
export function closeGrace(value: EndingOptions['closeGrace'] | null): number | undefined {
  if (value == null) return undefined;
  validateWholeNumber(value, 'options.closeGrace', 0, LONGEST_TIME);
  return value;
}
