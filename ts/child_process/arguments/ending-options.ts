import { invalidArgumentType } from '../../errors';
import type { EndingOptions } from '../types/ending-options';
import { toSignalNumber } from './signals';
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

/**
 * The option `deathSignal`.
 *
 * @returns the number of the signal; 0 for none
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_UNKNOWN_SIGNAL`
 */
export function deathSignal(value: EndingOptions['deathSignal'] | null): number {
  if (value == null) return 0;
  if (typeof value === 'string' || typeof value === 'number') return toSignalNumber(value);
  throw invalidArgumentType('options.deathSignal', ['string', 'number'], value);
}

/**
 * What `execFile()` hands to `spawn()` of these options. Where they are not given, their names are
 * not there either: a program that has replaced `spawn()` sees the options of Node.
 */
export function lifetimeOptions(options: EndingOptions): EndingOptions {
  const { deathSignal: signal, contain, forceKillAfterDelay, closeGrace: grace } = options;
  return {
    ...(signal == null ? {} : { deathSignal: signal }),
    ...(contain == null ? {} : { contain }),
    // Which it applies itself; they are to be refused where they cannot be.
    ...(forceKillAfterDelay == null ? {} : { forceKillAfterDelay }),
    ...(grace == null ? {} : { closeGrace: grace }),
  };
}
