import { process } from '../../main-realm';
import { arrayMap, stringIndexOf, stringSlice } from '../../primordials';
import { systemConstants } from '../../system-constants';
import { isBatchFile, platformArguments } from '../arguments/command-line';
import { deathSignal } from '../arguments/ending-options';
import { readSetup, type Setup } from '../arguments/setup-options';
import { toPath } from '../arguments/validate';
import type { PlannedEntry } from '../stdio/plan';
import type { NormalizedOptions } from '../types/options';

/** What is to be started. Strings hold no NUL. */
export interface SpawnRequest {
  /** The program: a path, or a name that is looked up in the child's `PATH`. */
  readonly file: string;
  /** The program's arguments, its own name (`argv[0]`) first. */
  readonly args: readonly string[];
  /**
   * The child's environment, as `NAME=value` strings; `undefined` for the live environment of this
   * process.
   */
  readonly environment: readonly string[] | undefined;
  /** The child's working directory; `undefined` for this process's. */
  readonly workingDirectory: string | undefined;
  /** What each descriptor of the child is. */
  readonly entries: readonly PlannedEntry[];
  /** Whether the child leads a session of its own. */
  readonly newSession: boolean;
  /** The child's user identity; `undefined` for this process's. */
  readonly uid: number | undefined;
  /** The child's group identity; `undefined` for this process's. */
  readonly gid: number | undefined;
  /** The number of the signal that the child gets when this process ends; 0 for none. */
  readonly deathSignal: number;
  /** What is set in the child before its program is executed; `undefined` for nothing. */
  readonly setup: Setup | undefined;
  /** Whether what the child starts stays reachable. */
  readonly contained: boolean;
  /**
   * 0, or the negative error number with which the spawn fails without being tried: `EINVAL` for a
   * batch file on Windows.
   */
  readonly refusal: number;
}

/**
 * The typed request for the addon, from the options of a spawn. Programs may have patched the
 * functions before this one, so the options are not checked yet.
 *
 * @param options - the options
 * @param entries - the stdio plan
 * @param environment - `NAME=value` strings; `undefined` for the live environment of the process
 * @throws a TypeError for a symbol, and `ERR_INVALID_ARG_TYPE` for a `cwd` that is no path
 */
export function buildRequest(
  options: NormalizedOptions,
  entries: readonly PlannedEntry[],
  environment: readonly string[] | undefined,
): SpawnRequest {
  const { cwd } = options;
  const file = upToNull(options.file);
  return {
    file,
    args: platformArguments(
      arrayMap(options.args ?? [], upToNull),
      Boolean(options.windowsVerbatimArguments),
      process.platform,
    ),
    environment: environment && arrayMap(environment, upToNull),
    workingDirectory: cwd == null || cwd === '' ? undefined : toPath(cwd, 'options.cwd'),
    entries,
    newSession: Boolean(options.detached),
    uid: options.uid ?? undefined,
    gid: options.gid ?? undefined,
    deathSignal: deathSignal(options.deathSignal),
    setup: readSetup(options, process.platform),
    contained: Boolean(options.contain),
    refusal: isBatchFile(file, process.platform) ? -systemConstants().errno.EINVAL : 0,
  };
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
