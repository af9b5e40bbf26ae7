import { errorNumber } from '../../errors';
import { platform } from '../../kept-process';
import { arrayMap, stringIndexOf, stringSlice } from '../../realm/primordials';
import { isBatchFile, platformArguments } from '../arguments/command-line';
import { deathSignal } from '../arguments/ending-options';
import { readSetup } from '../arguments/setup-options';
import { nameOf, readTerminal } from '../arguments/terminal';
import { toPath } from '../arguments/validate';
import type { SpawnRequest } from '../backend-types';
import type { PlannedEntry } from '../stdio/plan';
import type { NormalizedOptions } from '../types/options';

/**
 * The typed request for the addon, from the options of a spawn. Programs may have patched the
 * functions before this one, so the options are not checked yet.
 *
 * @param options - the options
 * @param entries - the stdio plan
 * @param holdsPipes - whether the parent's ends of pipes stay in the addon
 * @param environment - `NAME=value` strings; `undefined` for the live environment of the process
 * @throws a TypeError for a symbol, and `ERR_INVALID_ARG_TYPE` for a `cwd` that is no path
 */
export function buildRequest(
  options: NormalizedOptions,
  entries: readonly PlannedEntry[],
  holdsPipes: boolean,
  environment: readonly string[] | undefined,
): SpawnRequest {
  const { cwd } = options;
  const terminal = readTerminal(options.terminal, platform);
  const file = upToNull(options.file);
  return {
    file,
    args: platformArguments(
      arrayMap(options.args ?? [], upToNull),
      Boolean(options.windowsVerbatimArguments),
      platform,
    ),
    environment: environment && arrayMap(environment, upToNull),
    workingDirectory: cwd == null || cwd === '' ? undefined : toPath(cwd, 'options.cwd'),
    entries,
    holdsPipes,
    newSession: Boolean(options.detached),
    uid: options.uid ?? undefined,
    gid: options.gid ?? undefined,
    deathSignal: deathSignal(options.deathSignal),
    setup: readSetup(options, platform),
    terminal,
    terminalName: terminal && nameOf(terminal, options.env),
    hidden: Boolean(options.windowsHide),
    contained: Boolean(options.contain),
    refusal: isRefused(file, options.args) ? errorNumber('EINVAL') : 0,
  };
}

/** On Windows, libuv refuses batch files, and a spawn without a list of arguments. */
function isRefused(file: string, args: readonly unknown[] | undefined): boolean {
  return platform === 'win32' && (args === undefined || isBatchFile(file, 'win32'));
}

/**
 * The public functions refuse a NUL. One that a patched method lets through ends the string, as in
 * C.
 */
function upToNull(value: unknown): string {
  // A template, unlike `String()`, refuses a symbol.
  const text = `${value}`;
  const end = stringIndexOf(text, '\0');
  return end === -1 ? text : stringSlice(text, 0, end);
}
