import { invalidArgumentType, unknownSignal } from '../../errors';
import { systemConstants } from '../../system-constants';

let names: Map<number, NodeJS.Signals> | undefined;

/** The names of the signals by their numbers. Of two names for one number (`SIGABRT` and `SIGIOT`) the first counts. */
function signalNames(): Map<number, NodeJS.Signals> {
  names ??= new Map(
    Object.entries(systemConstants().signals)
      .reverse()
      .map(([name, number]) => [number, name as NodeJS.Signals]),
  );
  return names;
}

/**
 * The number of a signal of this platform.
 *
 * @param signal - its number, or its name in any case
 * @throws `ERR_UNKNOWN_SIGNAL`
 */
export function toSignalNumber(signal: unknown): number {
  if (typeof signal === 'number' && signalNames().has(signal)) return signal;
  const numbers = systemConstants().signals as Record<string, number>;
  const number = typeof signal === 'string' ? numbers[signal.toUpperCase()] : undefined;
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
  return number === 0 ? null : (signalNames().get(number) ?? null);
}
