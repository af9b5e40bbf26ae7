import { invalidArgumentValue } from '../../errors';
import { arrayIncludes, arrayJoin, create, keys } from '../../realm/primordials';
import type { TerminalModes } from '../types/terminal-options';
import { validateObject, validateOptionalBoolean } from './validate';

/** The modes, in the order of `rt_process::TerminalMode`. */
const MODE_NAMES = [
  'echo',
  'lines',
  'signals',
  'flowControl',
  'inputNewlines',
  'outputNewlines',
  'utf8',
] as const satisfies (keyof TerminalModes)[];

/** The bit of the raw mode, behind those of the others. */
const RAW = 1 << MODE_NAMES.length;

/** Which modes are set, and which of these are on, as the addon's functions take them. */
export interface ModeBits {
  readonly given: number;
  readonly enabled: number;
}

/**
 * Modes as bits.
 *
 * @param modes - validated
 * @param raw - the raw mode, which is set before the others
 */
export function bitsOf(modes: TerminalModes | undefined, raw: boolean | undefined): ModeBits {
  let given = raw === undefined ? 0 : RAW;
  let enabled = raw ? RAW : 0;
  for (let index = 0; modes !== undefined && index < MODE_NAMES.length; index++) {
    const mode = modes[MODE_NAMES[index] as keyof TerminalModes];
    if (mode == null) continue;
    given |= 1 << index;
    if (mode) enabled |= 1 << index;
  }
  return { given, enabled };
}

/** All modes, by the bits of those that are on. */
export function modesOf(bits: number): Required<TerminalModes> {
  const modes: Record<string, boolean> = {};
  for (let index = 0; index < MODE_NAMES.length; index++) {
    modes[MODE_NAMES[index] as string] = (bits & (1 << index)) !== 0;
  }
  return modes as unknown as Required<TerminalModes>;
}

/**
 * Modes, each value read once.
 *
 * @throws `ERR_INVALID_ARG_TYPE`; `ERR_INVALID_ARG_VALUE` for a name that is no mode
 */
export function readModes(value: unknown, name: string): TerminalModes {
  validateObject(value, name);
  const given = { __proto__: null, ...value } as unknown as Record<string, unknown>;
  const modes: TerminalModes = create(null);
  const names = keys(given);
  for (let index = 0; index < names.length; index++) {
    const key = names[index] as keyof TerminalModes;
    const mode = given[key];
    if (!arrayIncludes(MODE_NAMES, key)) {
      throw invalidArgumentValue(`${name}.${key}`, mode, `is no mode (${arrayJoin(MODE_NAMES, ', ')})`);
    }
    validateOptionalBoolean(mode, `${name}.${key}`);
    if (mode != null) modes[key] = mode as boolean;
  }
  return modes;
}
