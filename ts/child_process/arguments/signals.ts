import { invalidArgumentType, unknownSignal } from '../../errors';
import { stringToUpperCase } from '../../realm/primordials';
import { SafeMap } from '../../realm/safe-collections';
import { systemConstants } from '../../system-constants';

let names: SafeMap<number, NodeJS.Signals> | undefined;

/**
 * The names of the signals by their numbers. Of two names for one number (`SIGABRT` and `SIGIOT`)
 * the first counts.
 */
function signalNames(): SafeMap<number, NodeJS.Signals> {
  names ??= namesByNumber(systemConstants().signals);
  return names;
}

function namesByNumber(signals: Record<string, number>): SafeMap<number, NodeJS.Signals> {
  const result = new SafeMap<number, NodeJS.Signals>();
  for (const name in signals) {
    const number = signals[name] as number;
    if (!result.has(number)) result.set(number, name as NodeJS.Signals);
  }
  return result;
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
  const number = typeof signal === 'string' ? numbers[stringToUpperCase(signal)] : undefined;
  if (number === undefined) throw unknownSignal(signal);
  return number;
}

/**
 * The number of a signal to send; 0, which only asks whether the process is there, is allowed too.
 *
 * @throws `ERR_UNKNOWN_SIGNAL`
 */
export function signalToSend(signal: unknown): number {
  return signal === 0 ? 0 : toSignalNumber(signal);
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

/** The name of a signal; `null` for 0. */
export function signalName(number: number): NodeJS.Signals | null {
  return number === 0 ? null : (signalNames().get(number) ?? null);
}
