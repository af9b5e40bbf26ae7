import { loadProcessAddon } from '../../binding/process-addon';
import { process } from '../../main-realm';
import { platformArguments } from '../arguments/command-line';
import { toPath } from '../arguments/validate';
import { refuseWithoutPermission } from '../hooks/permission';
import { descriptorNumbers } from '../stdio/descriptors';
import type { PlannedEntry } from '../stdio/plan';
import type { NormalizedOptions } from '../types/options';

/** What is to be started. Strings hold no NUL. */
export interface SpawnRequest {
  /** The program: a path, or a name that is looked up in the child's `PATH`. */
  readonly file: string;
  /** The program's arguments, its own name (`argv[0]`) first. */
  readonly args: readonly string[];
  /** The child's environment, as `NAME=value` strings; `undefined` for the live environment of this process. */
  readonly environment: readonly string[] | undefined;
  /** The child's working directory; `undefined` for this process's. */
  readonly workingDirectory: string | undefined;
  /** What each descriptor of the child is: a descriptor of this process, or one of the addon's constants. */
  readonly descriptors: readonly number[];
  /** Whether the child leads a session of its own. */
  readonly newSession: boolean;
  /** The child's user identity; `undefined` for this process's. */
  readonly uid: number | undefined;
  /** The child's group identity; `undefined` for this process's. */
  readonly gid: number | undefined;
}

/**
 * The typed request for the addon, from the options of a spawn as they are after whoever patched the way there.
 *
 * @param options - the options
 * @param entries - the stdio plan
 * @param environment - `NAME=value` strings; `undefined` for the live environment of the process
 * @throws `ERR_ACCESS_DENIED` without the permission to start processes; what `loadProcessAddon()` throws
 */
export function buildRequest(
  options: NormalizedOptions,
  entries: readonly PlannedEntry[],
  environment: readonly string[] | undefined,
): SpawnRequest {
  refuseWithoutPermission(options.file);
  const { cwd } = options;
  return {
    file: upToNull(options.file),
    args: platformArguments(
      options.args?.map(upToNull) ?? [],
      Boolean(options.windowsVerbatimArguments),
      process.platform,
    ),
    environment: environment?.map(upToNull),
    workingDirectory: cwd == null || cwd === '' ? undefined : toPath(cwd, 'options.cwd'),
    descriptors: descriptorNumbers(entries, loadProcessAddon()),
    newSession: Boolean(options.detached),
    uid: options.uid ?? undefined,
    gid: options.gid ?? undefined,
  };
}

/** The public functions refuse a NUL. One that a patched method let in ends the string, as in C. */
function upToNull(value: unknown): string {
  // A template, unlike `String()`, refuses a symbol.
  const text = `${value}`;
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}
