import { constants } from 'node:os';
import { invalidArgumentType, unknownSignal } from '../../errors';

const NUMBERS = constants.signals as Record<string, number>;
/** Of two names for one number (`SIGABRT` and `SIGIOT`) the first counts. */
const NAMES = new Map(
  Object.entries(NUMBERS)
    .reverse()
    .map(([name, number]) => [number, name as NodeJS.Signals]),
);

/**
 * The number of a signal of this platform.
 *
 * @param signal - its number, or its name in any case
 * @throws `ERR_UNKNOWN_SIGNAL`
 */
export function toSignalNumber(signal: unknown): number {
  if (typeof signal === 'number' && NAMES.has(signal)) return signal;
  const number = typeof signal === 'string' ? NUMBERS[signal.toUpperCase()] : undefined;
  if (number === undefined) throw unknownSignal(signal);
  return number;
}

/**
 * The number of `options.killSignal`, or `undefined` where it was not given.
 *
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_UNKNOWN_SIGNAL`
 */
export function killSignalNumber(signal: unknown): number | undefined {
  if (signal == null) return undefined;
  if (typeof signal === 'string' || typeof signal === 'number') return toSignalNumber(signal);
  throw invalidArgumentType('options.killSignal', ['string', 'number'], signal);
}

/** The name of a signal; `null` for 0, which is none. */
export function signalName(number: number): NodeJS.Signals | null {
  return NAMES.get(number) ?? null;
}
