import { arraySlice, create, isArray } from '../../realm/primordials';
import { refuseNull, validateArgv0, validateObject, validateOptionalFunction, validateString } from './validate';

/** The arguments of `execFile()` and `execFileSync()`, each in its place. */
interface ExecFileArguments<Options, Callback> {
  readonly file: string;
  /** A copy of the list. Whatever else was given is left for `spawn()` to refuse. */
  readonly args: string[];
  readonly options: Options;
  readonly callback: Callback | undefined;
}

/**
 * Sorts the arguments of `execFile(file[, args][, options][, callback])`.
 *
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`
 */
export function normalizeExecFile<Options extends object, Callback>(
  file: string,
  second?: unknown,
  third?: unknown,
  fourth?: unknown,
): ExecFileArguments<Options, Callback> {
  let args = second;
  let options = third;
  let callback = fourth;
  if (typeof second === 'function') {
    args = null;
    options = null;
    callback = second;
  } else if (second != null && typeof second === 'object' && !isArray(second)) {
    args = null;
    options = second;
    callback = third;
  }

  // As in Node it stays in the options' place too, where `spawnSync()` refuses it.
  if (typeof options === 'function') callback = options;
  else if (options != null) validateObject(options, 'options');
  validateOptionalFunction(callback, 'callback');

  // Without a prototype: what a program puts on Object.prototype is no option.
  const settled = (options ?? create(null)) as Options;
  validateArgv0((settled as { argv0?: unknown }).argv0);
  const list = isArray(args) ? arraySlice(args) : (args ?? []);
  return { file, args: list as string[], options: settled, callback: (callback ?? undefined) as Callback | undefined };
}

/** The arguments of `exec()` and `execSync()`, each in its place. */
interface ExecArguments<Options, Callback> {
  readonly command: string;
  readonly options: Options & { shell: string | true };
  readonly callback: Callback | undefined;
}

/**
 * Sorts the arguments of `exec(command[, options][, callback])`; the shell is always on.
 *
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`
 */
export function normalizeExec<Options extends { shell?: string | boolean | undefined }, Callback>(
  command: string,
  second?: unknown,
  third?: unknown,
): ExecArguments<Options, Callback> {
  validateString(command, 'command');
  refuseNull(command, 'command');
  const options = typeof second === 'function' ? undefined : second;
  const callback = typeof second === 'function' ? second : third;
  const copy = { __proto__: null, ...(options as Options) } as unknown as Options & { shell: string | true };
  copy.shell = typeof copy.shell === 'string' ? copy.shell : true;
  return { command, options: copy, callback: callback as Callback | undefined };
}
