import { invalidArgumentType, invalidArgumentValue, outOfRange } from '../../errors';
import { arrayIncludes, arrayJoin, create, keys } from '../../realm/primordials';
import type { ProcessLimits } from '../types/setup-options';
import { validateObject } from './validate';
import { validateWholeNumber } from './validate-number';

/** The limits, in the order of `rt_process::Resource`. */
export const LIMIT_NAMES = [
  'cpuTime',
  'addressSpace',
  'fileSize',
  'openFiles',
  'processes',
  'core',
  'stack',
] as const satisfies (keyof ProcessLimits)[];

/** A limit that is set: numbers, of which `Infinity` is no limit; `undefined` keeps. */
interface SetLimit {
  readonly soft: number | undefined;
  readonly hard: number | undefined;
}

export type SetLimits = { readonly [Name in keyof ProcessLimits]?: SetLimit };

/**
 * The option `limits`, each value read once.
 *
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_OUT_OF_RANGE`
 */
export function readLimits(value: unknown): SetLimits {
  validateObject(value, 'options.limits');
  const given = ownCopy(value, 'options.limits', LIMIT_NAMES, 'no limit');
  const limits: Record<string, SetLimit> = create(null);
  for (let index = 0; index < LIMIT_NAMES.length; index++) {
    const name = LIMIT_NAMES[index] as string;
    if (given[name] != null) limits[name] = readLimit(given[name], `options.limits.${name}`);
  }
  return limits;
}

function readLimit(value: unknown, name: string): SetLimit {
  if (typeof value !== 'object') {
    const both = readValue(value, name, ['number', "'unlimited'", 'Object']);
    return { soft: both, hard: both };
  }
  validateObject(value, name);
  const given = ownCopy(value, name, ['soft', 'hard'], "neither 'soft' nor 'hard'");
  const soft = optionalValue(given.soft, `${name}.soft`);
  const hard = optionalValue(given.hard, `${name}.hard`);
  if (soft !== undefined && hard !== undefined && soft > hard) {
    throw outOfRange(`${name}.soft`, `<= ${hard}, which is ${name}.hard`, soft);
  }
  return { soft, hard };
}

function optionalValue(value: unknown, name: string): number | undefined {
  return value == null ? undefined : readValue(value, name, ['number', "'unlimited'"]);
}

function readValue(value: unknown, name: string, expected: readonly string[]): number {
  if (value === 'unlimited' || value === Infinity) return Infinity;
  if (typeof value !== 'number') throw invalidArgumentType(name, expected, value);
  validateWholeNumber(value, name, 0, Number.MAX_SAFE_INTEGER);
  return value;
}

/** A misspelt limit would be none. */
function ownCopy(value: object, name: string, known: readonly string[], none: string): Record<string, unknown> {
  const copy = { __proto__: null, ...value } as unknown as Record<string, unknown>;
  const names = keys(copy);
  for (let index = 0; index < names.length; index++) {
    const key = names[index] as string;
    if (arrayIncludes(known, key)) continue;
    throw invalidArgumentValue(`${name}.${key}`, copy[key], `is ${none} (${arrayJoin(known, ', ')})`);
  }
  return copy;
}
