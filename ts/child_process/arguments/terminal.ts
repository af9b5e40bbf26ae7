import { invalidArgumentValue } from '../../errors';
import { arraySlice, create, isArray } from '../../realm/primordials';
import type { StdioOptions } from '../types/stdio';
import type { TerminalOptions } from '../types/terminal-options';
import { optionUnavailable } from './setup-options';
import { bitsOf, readModes } from './terminal-modes';
import { refuseNull, validateObject, validateOptionalBoolean, validateString } from './validate';
import { validateWholeNumber } from './validate-number';

/** What a child without any other name has. */
const DEFAULT_NAME = 'xterm-256color';
/** The kernel keeps sizes in 16 bits. */
const LARGEST_SIZE = 2 ** 16 - 1;

/** A terminal that is asked for, with nothing left open but its name. */
export interface TerminalSettings extends TerminalOptions {
  cols: number;
  rows: number;
  pixelWidth: number;
  pixelHeight: number;
}

/**
 * The option `terminal`, each value read once. What it returns can be given again.
 *
 * @param value - the option; `null` and `undefined` ask for nothing
 * @param platform - `process.platform`
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_OUT_OF_RANGE`;
 * `ERR_FEATURE_UNAVAILABLE_ON_PLATFORM` when this is not Linux
 */
export function readTerminal(value: unknown, platform: NodeJS.Platform): TerminalSettings | undefined {
  if (value == null) return undefined;
  validateObject(value, 'options.terminal');
  const { cols, rows, pixelWidth, pixelHeight, name, raw, modes } = value as TerminalOptions;
  const settings: TerminalSettings = create(null);
  settings.cols = size(cols, 80, 'options.terminal.cols', 1);
  settings.rows = size(rows, 24, 'options.terminal.rows', 1);
  settings.pixelWidth = size(pixelWidth, 0, 'options.terminal.pixelWidth', 0);
  settings.pixelHeight = size(pixelHeight, 0, 'options.terminal.pixelHeight', 0);
  if (name != null) settings.name = terminalName(name);
  validateOptionalBoolean(raw, 'options.terminal.raw');
  if (raw != null) settings.raw = raw;
  if (modes != null) settings.modes = readModes(modes, 'options.terminal.modes');
  if (platform !== 'linux') throw optionUnavailable('terminal', `on ${platform}: it needs Linux`);
  return settings;
}

/** The name of a terminal that is asked for. */
export function nameOf(settings: TerminalSettings, env: NodeJS.ProcessEnv | null | undefined): string {
  return settings.name ?? (env?.TERM ? `${env.TERM}` : DEFAULT_NAME);
}

/**
 * Settings as the numbers of a request; `crates/napi/src/exports/terminal.rs` reads them in the
 * same order.
 */
export function terminalNumbers(settings: TerminalSettings): number[] {
  const { cols, rows, pixelWidth, pixelHeight, modes, raw } = settings;
  const { given, enabled } = bitsOf(modes, raw);
  return [cols, rows, pixelWidth, pixelHeight, given, enabled];
}

/**
 * A number of characters, lines or pixels.
 *
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE`
 */
export function size(value: unknown, otherwise: number, name: string, smallest: number): number {
  if (value === undefined) return otherwise;
  validateWholeNumber(value, name, smallest, LARGEST_SIZE);
  return value as number;
}

function terminalName(name: unknown): string {
  validateString(name, 'options.terminal.name');
  if (name === '') throw invalidArgumentValue('options.terminal.name', name, 'cannot be empty');
  refuseNull(name, 'options.terminal.name');
  return name;
}

/**
 * The option `stdio` beside a terminal, which the first three descriptors are.
 *
 * @throws `ERR_INVALID_ARG_VALUE` when it says something of these
 */
export function stdioBesideTerminal(stdio: StdioOptions | null | undefined): StdioOptions {
  const entries = isArray(stdio) ? arraySlice(stdio) : [];
  if ((stdio && !isArray(stdio)) || entries[0] != null || entries[1] != null || entries[2] != null) {
    const text = 'must say nothing of the first three descriptors beside options.terminal, which is what they are';
    throw invalidArgumentValue('options.stdio', stdio, text);
  }
  entries[0] = 'ignore';
  entries[1] = 'ignore';
  entries[2] = 'ignore';
  return entries;
}
