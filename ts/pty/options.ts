import { size } from '../child_process/arguments/terminal';
import { invalidArgumentType } from '../errors';
import { process } from '../realm/main-realm';
import type { IPtyForkOptions } from './types';

/** What tells a program of the terminal around this process, which is not the program's. */
const OF_ANOTHER_TERMINAL = ['TMUX', 'TMUX_PANE', 'STY', 'WINDOW', 'WINDOWID', 'TERMCAP', 'COLUMNS', 'LINES'];

/** The types of options; as in node-pty, what counts as false in JavaScript is left out. */
const TYPES = {
  name: 'string',
  cols: 'number',
  rows: 'number',
  cwd: 'string',
  env: 'object',
  uid: 'number',
  gid: 'number',
  encoding: 'string',
} as const;

/** @throws `ERR_INVALID_ARG_TYPE` for an option of another type */
export function checkTypes(options: IPtyForkOptions): void {
  for (const [name, type] of Object.entries(TYPES)) {
    const value: unknown = options[name as keyof typeof TYPES];
    if (value && typeof value !== type) throw invalidArgumentType(`options.${name}`, type, value);
  }
}

/**
 * The size of the terminal; as in node-pty, 0 is the default.
 *
 * @throws `ERR_OUT_OF_RANGE`
 */
export function sizeOf({ cols, rows }: IPtyForkOptions): { cols: number; rows: number } {
  return {
    cols: size(givenLength(cols), 80, 'options.cols', 1),
    rows: size(givenLength(rows), 24, 'options.rows', 1),
  };
}

function givenLength(value: number | undefined): number | undefined {
  return value || Number.isNaN(value) ? value : undefined;
}

/** The environment of a program, as node-pty makes it. */
export function environmentOf({ env, cwd, name }: IPtyForkOptions): NodeJS.ProcessEnv {
  const given = env || process.env;
  const environment: NodeJS.ProcessEnv = { ...given };
  if (given === process.env) {
    for (const variable of OF_ANOTHER_TERMINAL) delete environment[variable];
  }
  environment.PWD = cwd || process.cwd();
  environment.TERM = name || environment.TERM || 'xterm';
  return environment;
}
